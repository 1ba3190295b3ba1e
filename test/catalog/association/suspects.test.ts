import assert from 'node:assert/strict';
import test from 'node:test';
import { HOUR, MINUTE, SECOND } from '#core/time.ts';
import { explain } from '../../../generator/catalog/explain.ts';
import type { Db } from '../../../generator/catalog/database.ts';
import { newSuspects, suspectLine, type Suspect } from '../../../generator/catalog/association/suspects.ts';
import { NOON, catalogOf, documentOf, records } from '../../support/catalog.ts';

const suspectsIn = (db: Db): Suspect[] => [...newSuspects(db)].flatMap(({ suspects }) => suspects);

test('local time reported as UTC is not merged, and is reported as suspicious', () => {
  for (const hours of [-3, -2, 2, 3]) {
    const catalog = catalogOf(
      documentOf('afad-api', '500001'),
      documentOf('kandilli-zeqdb', null, { time: NOON + hours * HOUR + SECOND }),
    );
    assert.equal(records(catalog.db).length, 2);
    const [suspect, ...others] = suspectsIn(catalog.db);
    assert.equal(others.length, 0);
    assert.match(
      suspectLine(suspect!),
      /^suspicious: earthquake 1 of (afad|kandilli) lies [23] h (after|before) earthquake 2/,
    );
    const explanation = explain(catalog.db, 'afad:500001');
    assert.ok('suspects' in explanation && explanation.suspects.length === 1);
  }
});

test('a report one or two minutes off is separate and suspicious; one 30 s beside a minute is not', () => {
  const lines = (late: number): string[] =>
    suspectsIn(
      catalogOf(documentOf('afad-api', '500001'), documentOf('kandilli-zeqdb', null, { time: NOON + late + SECOND }))
        .db,
    ).map(suspectLine);
  for (const minutes of [-2, 1, 2])
    assert.match(
      lines(minutes * MINUTE)[0]!,
      /^suspicious: earthquake 1 of (afad|kandilli) lies [12] min (after|before) earthquake 2 .*: a minute misread\?/,
    );
  assert.deepEqual(lines(1.5 * MINUTE), []);
  assert.deepEqual(lines(3 * MINUTE), []);
});

test('Adana 1998: a minute late in one catalogue of AFAD, right in its other', () => {
  const mw = { magnitudes: [{ type: 'Mw', value: 6.2 }] };
  const catalog = catalogOf(
    documentOf('afad-api', '19219', mw),
    documentOf('usgs-fdsn', 'us1', { ...mw, time: NOON + SECOND }),
    documentOf('afad-api', '236393', { ...mw, time: NOON + MINUTE + 2 * SECOND }),
  );
  assert.deepEqual(
    suspectsIn(catalog.db).map(({ report: { key }, late }) => [key, late]),
    [['236393', MINUTE]],
  );
});

test('an earlier report in local time becomes suspicious when the others arrive, and both earthquakes show it', () => {
  const catalog = catalogOf(documentOf('kandilli-zeqdb', null, { time: NOON + 3 * HOUR }));
  catalog.now += HOUR;
  catalog.run(documentOf('afad-api', '500001'), documentOf('usgs-fdsn', 'us1', { time: NOON + SECOND }));
  assert.deepEqual(
    suspectsIn(catalog.db).map(({ earthquake, resembles, late }) => [earthquake, resembles, late]),
    [[1, 2, 3 * HOUR]],
  );
  for (const name of ['1', '2']) {
    const explanation = explain(catalog.db, name);
    assert.ok(
      'suspects' in explanation && explanation.suspects.length === 1 && explanation.suspects[0]!.earthquake === 1,
    );
  }
  catalog.now += HOUR;
  catalog.run(documentOf('afad-api', '500002', { time: NOON + 10 * HOUR }));
  assert.deepEqual(suspectsIn(catalog.db), []);
});

test('reports three hours apart by chance are not suspicious: other place, size or agency, a sequence', () => {
  const later = NOON + 3 * HOUR;
  const far = documentOf('kandilli-zeqdb', null, { time: later, latitude: 39.5 });
  const small = documentOf('kandilli-zeqdb', null, { time: later, magnitudes: [{ type: 'ML', value: 2.4 }] });
  const seconds = documentOf('kandilli-zeqdb', null, { time: later + 30 * SECOND });
  for (const other of [far, small, seconds])
    assert.deepEqual(suspectsIn(catalogOf(documentOf('afad-api', '500001'), other).db), []);
  const both = catalogOf(
    documentOf('afad-api', '500001'),
    documentOf('afad-api', '500002', { time: later }),
    documentOf('kandilli-zeqdb', null, { time: later }),
  );
  assert.deepEqual(suspectsIn(both.db), []);
});
