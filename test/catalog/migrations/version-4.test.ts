/** A catalogue of version 4 takes over what the parser of zeqdb reads since: proxies and whole minutes. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { AGENCIES } from '#core/earthquake.ts';
import { MINUTE, SECOND } from '#core/time.ts';
import { openCatalog } from '../../../generator/catalog/database.ts';
import { storeDocument } from '../../../generator/catalog/documents/observations.ts';
import { finishIngest } from '../../../generator/ingest.ts';
import { emptyParsed } from '../../../generator/sources/parsing/rows.ts';
import { REGION } from '../../../generator/sources/parsing/admit.ts';
import type { SourceReport } from '../../../generator/sources/feed.ts';
import { at, records, report } from '../../support/catalog.ts';

const GEDIZ = at('1970-03-28 21:02:23');
const NIGHT = at('1999-11-12 17:52:00');
const mag = (type: string, value: number) => ({ type, value });

const ROWS: SourceReport[] = [
  report({ time: GEDIZ, magnitudes: [mag('Mw', 6.2), mag('Ms', 7)] }),
  report({ time: at('1978-03-28 21:02:23'), magnitudes: [mag('Mw', 5), mag('Ms', 6)] }),
  ...[0, 5, 10].map((minutes) => report({ time: NIGHT + minutes * MINUTE, magnitudes: [mag('MD', 4.8)] })),
];

test('version 4: Mw before 1977 becomes a proxy, whole minutes of a busy day the precision; ids stay', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'hiposantr-migration-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'catalog.db');
  const now = at('2026-09-18 12:00:00');
  const publish = (db: ReturnType<typeof openCatalog>, later: number) =>
    finishIngest({ db, now: () => now + later, region: REGION, agencies: AGENCIES, placeName: () => null });

  const former = openCatalog(path);
  const parsed = {
    ...emptyParsed({ feed: 'kandilli-zeqdb', agency: 'kandilli' }, []),
    rows: ROWS.length,
    reports: ROWS,
  };
  storeDocument(former, parsed, { name: 'a', sha256: 'a', fetchedAt: now, now });
  publish(former, 0);
  const before = records(former);
  former.pragma('user_version = 4');
  former.close();

  const db = openCatalog(path);
  publish(db, SECOND);
  const after = records(db);
  assert.deepEqual(
    after.map(({ id, eventId }) => [id, eventId]),
    before.map(({ id, eventId }) => [id, eventId]),
  );
  assert.deepEqual(
    [before, after].map((state) =>
      state.map(({ magnitude, magnitudeType, precision }) => [magnitudeType, magnitude, precision]),
    ),
    [
      [['Mw', 6.2, 'second'], ['Mw', 5, 'second'], ...Array(3).fill(['MD', 4.8, 'second'])],
      [['Ms', 7, 'second'], ['Mw', 5, 'second'], ...Array(3).fill(['MD', 4.8, 'minute'])],
    ],
  );
  assert.equal(publish(db, 2 * SECOND).revised, 0);
  db.close();
});
