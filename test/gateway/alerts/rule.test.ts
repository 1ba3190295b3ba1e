/** Rules as their owners write them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FilterColumns } from '#core/filters/filter.ts';
import { HOUR, MINUTE, parseCivil } from '#core/time.ts';
import { quietUntil } from '../../../gateway/alerts/quiet-hours.ts';
import { changedRule, describedRule, readRule, RULE_FIELDS } from '../../../gateway/alerts/rule.ts';
import { GatewayError } from '../../../gateway/http/errors.ts';

const ruleOf = (fields: Record<string, string>) => readRule(new Map(Object.entries(fields)));

test('without fields a rule is for every earthquake, with the defaults', () => {
  const { revisions, quiet, zone, urgentMagnitude, perHour } = ruleOf({});
  assert.deepEqual(
    { revisions, quiet, zone, urgentMagnitude, perHour },
    { revisions: 'major', quiet: undefined, zone: 'Europe/Istanbul', urgentMagnitude: 6, perHour: 3 },
  );
  assert.deepEqual(describedRule({ min_magnitude: '4', province: '46' }), {
    ...{ revisions: 'major', time_zone: 'Europe/Istanbul', urgent_magnitude: 6, per_hour: 3 },
    ...{ min_magnitude: 4, province: '46' },
  });
});

test('provinces match by plate, name and ISO code', () => {
  const columns = { magnitude: [4, 4, 4], province: [46, 34, 0] } as unknown as FilterColumns;
  const matched = (province: string): number[] => [0, 1, 2].filter(ruleOf({ province }).matches(columns));
  assert.deepEqual(
    [matched('46'), matched('kahramanmaraş'), matched('TR-34'), matched('34,46')],
    [[0], [0], [1], [0, 1]],
  );
});

test('blasts are in or out as the rule says; marked ones need its word', () => {
  const columns = { magnitude: [2, 2], blast: [0, 1] } as unknown as FilterColumns;
  const of = (fields: Record<string, string>): [number[], boolean] => {
    const rule = ruleOf(fields);
    return [[0, 1].filter(rule.matches(columns)), rule.hasBlasts];
  };
  assert.deepEqual(of({}), [[0, 1], false]);
  assert.deepEqual(of({ blasts: 'include' }), [[0, 1], true]);
  assert.deepEqual(of({ blasts: 'exclude' }), [[0], false]);
  assert.deepEqual(of({ blasts: 'Only' }), [[1], true]);
  assert.deepEqual(
    changedRule((name) => (name === 'blasts' ? 'only' : undefined)),
    { blasts: 'only' },
  );
});

const BAD: [Record<string, string>, field: string][] = [
  [{ province: '99' }, 'province'],
  [{ latitude: '40' }, 'longitude'],
  [{ latitude: '91', longitude: '1', max_radius_km: '1' }, 'latitude'],
  [{ min_latitude: '40', max_latitude: '39' }, 'min_latitude'],
  [{ min_magnitude: '4,5' }, 'min_magnitude'],
  [{ blasts: 'yes' }, 'blasts'],
  [{ revisions: 'some' }, 'revisions'],
  [{ quiet_from: '23:00' }, 'quiet_to'],
  [{ quiet_to: '07:00' }, 'quiet_from'],
  [{ quiet_from: '24:00', quiet_to: '07:00' }, 'quiet_from'],
  [{ quiet_from: '07:00', quiet_to: '07:00' }, 'quiet_to'],
  [{ time_zone: 'Istanbul' }, 'time_zone'],
  [{ time_zone: '+03:00' }, 'time_zone'],
  [{ urgent_magnitude: '3' }, 'urgent_magnitude'],
  [{ per_hour: '0' }, 'per_hour'],
  [{ per_hour: '61' }, 'per_hour'],
];

for (const [fields, field] of BAD)
  test(`${JSON.stringify(fields)} is refused`, () => {
    for (const name of Object.keys(fields)) assert.ok(RULE_FIELDS.includes(name), name);
    assert.throws(
      () => ruleOf(fields),
      (error) => error instanceof GatewayError && error.code === 'invalid_parameter' && error.parameter === field,
    );
  });

test('quiet hours end on the clock of their zone, also after midnight', () => {
  const at = (text: string): number => parseCivil(text)!;
  const night = ruleOf({ quiet_from: '23:00', quiet_to: '07:30' });
  assert.equal(quietUntil(night, at('2026-01-10 19:59:59')), undefined);
  assert.equal(quietUntil(night, at('2026-01-10 20:00:00')), at('2026-01-11 04:30:00'));
  assert.equal(quietUntil(night, at('2026-01-11 02:00:01') + 500), at('2026-01-11 04:30:00'));
  assert.equal(quietUntil(night, at('2026-01-11 04:30:00')), undefined);
  const noon = ruleOf({ quiet_from: '12:00', quiet_to: '13:00', time_zone: 'UTC' });
  assert.equal(quietUntil(noon, at('2026-01-11 12:15:00')), at('2026-01-11 12:15:00') + 45 * MINUTE);
  assert.equal(quietUntil(noon, at('2026-01-11 12:15:00') + HOUR), undefined);
});

const IMPOSSIBLE: [Record<string, string>, field: string][] = [
  [{ min_magnitude: '10.5' }, 'min_magnitude'],
  [{ min_latitude: '-10', max_latitude: '10' }, 'min_latitude'],
  [{ min_longitude: '60' }, 'min_latitude'],
  [{ latitude: '0', longitude: '0', max_radius_km: '100' }, 'latitude'],
];

for (const [fields, field] of IMPOSSIBLE)
  test(`a rule that no earthquake can pass is refused: ${JSON.stringify(fields)}`, () => {
    const changed = () => changedRule((name) => fields[name]);
    assert.throws(changed, (error) => error instanceof GatewayError && error.parameter === field);
  });

test('a circle that reaches into the region, and a wider region, are possible', () => {
  const circle: Record<string, string> = { latitude: '30', longitude: '30', max_radius_km: '300' };
  assert.deepEqual(
    changedRule((name) => circle[name]),
    circle,
  );
  const south: Record<string, string> = { max_latitude: '10' };
  const region = { south: 0, north: 46, west: 22, east: 50 };
  assert.deepEqual(
    changedRule((name) => south[name], { region }),
    south,
  );
});
