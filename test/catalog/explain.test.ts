import assert from 'node:assert/strict';
import test from 'node:test';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { explain, type Explanation } from '../../generator/catalog/explain.ts';
import { updateAgencyEvents } from '../../generator/catalog/documents/agency-events.ts';
import { explanationLines, withdrawnLines } from '../../generator/cli/explain.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import {
  NOON,
  at,
  catalogOf,
  documentOf,
  everything,
  report,
  type Document,
  type TestCatalog,
} from '../support/catalog.ts';

const afad = (key: string, values?: Partial<SourceReport>): Document => documentOf('afad-api', key, values);
const usgs = (values?: Partial<SourceReport>): Document => documentOf('usgs-fdsn', 'us1', values);

const explained = (catalog: TestCatalog, name: string): Explanation => {
  const explanation = explain(catalog.db, name);
  if ('reason' in explanation) throw new Error(explanation.reason);
  return explanation;
};

test('the sum is that of the pairs, each with its residuals and its model', () => {
  const catalog = catalogOf(afad('500001'), usgs({ time: NOON + 2 * SECOND, latitude: 37.4 }));
  const { pairs, total, reports, current } = explained(catalog, '1');
  assert.deepEqual([reports.length, pairs.length, current], [2, 1, true]);
  assert.equal(total, pairs[0]!.score.total);
  assert.equal(pairs[0]!.score.residuals.seconds, 2);
  assert.equal(pairs[0]!.score.model.name, 'national and global, since 2012, inside the national networks');
});

test('why a report nearby was left out', () => {
  const catalog = catalogOf(
    afad('500001'),
    usgs(),
    afad('500002', { time: NOON + 20 * SECOND }),
    afad('500003', { time: NOON + 3 * MINUTE }),
    {
      feed: 'kandilli-zeqdb',
      reports: [report({ time: NOON + 50 * SECOND, latitude: 38.5, magnitudes: [{ type: 'ML', value: 2.5 }] })],
    },
    afad('500004', { time: NOON + 5 * SECOND, latitude: 39.2 }),
  );
  const reasons = new Map(
    explained(catalog, 'afad:500001').nearMisses.map(({ report: { key }, reason }) => [key, reason]),
  );
  assert.match(
    reasons.get('500002')!,
    /^its feed already has 500001 here; score [−]?\d+\.\d in its place; it stands alone as earthquake 3$/,
  );
  assert.match(reasons.get('500003')!, /^more than 60 s away; earthquake \d$/);
  assert.match(reasons.get('500004')!, /^more than 150 km away; earthquake \d$/);
  assert.match(
    [...reasons.values()].join('\n'),
    /score −\d+\.\d: likelier two earthquakes; it (stands alone|is in earthquake)/,
  );
});

test('reports more than 60 s apart have the reason written beside them', () => {
  const old: Document = {
    feed: 'historical-file',
    reports: [
      report({
        key: 'h1',
        time: at('1939-12-26 00:00:00'),
        precision: 'day',
        magnitudes: [{ type: 'Ms', value: 7.8 }],
      }),
    ],
  };
  const catalog = catalogOf(
    afad('20001', { time: at('1939-12-26 23:57:16'), magnitudes: [{ type: 'Ms', value: 7.9 }] }),
    old,
  );
  const { apart, reports } = explained(catalog, 'historical:h1');
  assert.equal(reports.length, 2);
  assert.deepEqual(apart, ['historical h1 is known to the day only: any second of 2 days may be meant']);
});

test('the text gives the precision of a time', () => {
  const old = { key: 'h1', time: at('1939-12-26 00:00:00'), precision: 'day' as const };
  const lines = explanationLines(explained(catalogOf({ feed: 'historical-file', reports: [report(old)] }), '1'));
  assert.match(lines[1]!, /^ {2}1939-12-26T00:00:00Z \(known to the day\), /);
  assert.ok(
    lines.some((line) => / historical h1 .*, known to the day$/.test(line)),
    lines.join('\n'),
  );
});

test('reports that were read as withdrawn, or moved far away, and not yet associated', () => {
  for (const values of [{ withdrawn: true }, { time: NOON + 30 * HOUR }]) {
    const catalog = catalogOf(usgs());
    catalog.store({ ...usgs(values), asOf: NOON + 30 * HOUR });
    updateAgencyEvents(catalog.db);
    const explanation = explained(catalog, '1');
    assert.equal(explanation.current, false);
    assert.ok(explanationLines(explanation).some((line) => line.includes('not yet associated')));
  }
});

test('a merged id names the survivor; a withdrawn one and unassociated reports are reported as such', () => {
  const catalog = catalogOf(afad('500001'));
  catalog.now += HOUR;
  catalog.store({ ...usgs(), asOf: NOON + 2 * HOUR });
  assert.equal(explained(catalog, '1').current, true);
  catalog.finish();
  assert.equal(explained(catalog, 'usgs:us1').record.id, 1);
  assert.deepEqual(explain(catalog.db, '2'), { reason: 'unknown' });

  const withdrawn = catalogOf({ ...afad('500001'), coverage: everything() });
  withdrawn.now += HOUR;
  withdrawn.run({ feed: 'usgs-fdsn', reports: [report({ key: 'us9', time: NOON + HOUR })] });
  withdrawn.run({
    feed: 'usgs-fdsn',
    reports: [report({ key: 'us9', time: NOON + HOUR, withdrawn: true })],
    asOf: NOON + 3 * 24 * HOUR,
  });
  const explanation = explain(withdrawn.db, '2');
  assert.ok('reason' in explanation && explanation.reason === 'withdrawn' && explanation.record.id === 2);
  const lines = withdrawnLines(explanation);
  assert.match(lines[0]!, /^earthquake 2 \(event_id [a-f][0-9a-f]{15}\), withdrawn by every agency/);
  assert.deepEqual(
    lines.slice(2).map((line) => line.replace(/\d{4}-\S+Z /, '')),
    ['2 revisions:', '  usgs: created', '  usgs: withdrawn'],
  );
});

test('the text names preference, reports, pairs and near misses', () => {
  const text = explanationLines(explained(catalogOf(afad('500001'), usgs()), '1')).join('\n');
  for (const part of [
    'solution of afad (order inside the national networks: afad, kandilli, usgs, turhec, historical; reviewed before automatic)',
    'magnitude of afad',
    '2 reports:',
    'afad 500001 → usgs us1: +0.0 s, 0.0 km, ΔM +0.0',
    'no other report within 10 min and 300 km',
  ])
    assert.ok(text.includes(part), `${part} is not in\n${text}`);
});
