/** A backup, and what feeds sent after it up to a moment: docs/operations.md. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatInstant, HOUR, MINUTE, parseInstant, type EpochMs } from '#core/time.ts';
import { openCatalog } from '../../generator/catalog/database.ts';
import { earthquakesBetween } from '../../generator/catalog/read.ts';
import { RawPages } from '../../generator/polling/raw-pages.ts';
import { livePage, type LiveRow } from '../../scripts/synthetic/wire/live-page.ts';
import { command, settingsIn } from '../support/project.ts';
import { temporaryFolder } from '../support/temporary.ts';

const BEGIN = parseInstant('2026-03-15T03:00:00Z')!;
const since = (hours: number): EpochMs => BEGIN + hours * HOUR;

const row = (hour: number): LiveRow => ({
  ...{ time: since(hour) - 10 * MINUTE, latitude: 38 + hour / 2, longitude: 30 + hour / 2, depthKm: 7 },
  ...{ md: null, ml: 3 + hour / 10, mw: null, place: 'SENTETIK (KONYA)', revision: null },
});

test('a restored catalogue is brought up to a moment by what feeds sent', async (t) => {
  const folder = temporaryFolder(t);
  const settings = settingsIn(folder, { DETAIL_FILES: 'none', RAW_DAYS: '3650', SOURCES: 'kandilli' });
  const data = settings['DATA_DIR']!;
  const run = async (...args: string[]): Promise<void> => {
    const { code, stdout, stderr } = await command(settings, ...args);
    assert.equal(code, 0, stdout + stderr);
  };
  const states = (): [id: number, eventId: string, slug: string][] => {
    const db = openCatalog(join(data, 'catalog.db'));
    const all = [...earthquakesBetween(db, BEGIN - HOUR, Infinity)];
    db.close();
    return all.map(({ id, eventId, slug }) => [id, eventId, slug]);
  };
  const raw = new RawPages({ folder: join(data, 'raw'), days: 3650, bytes: 1e8, onFailure: assert.fail });
  for (const hour of [0, 1, 2]) {
    const rows = [2, 1, 0].filter((one) => one <= hour).map(row);
    const page = { feed: 'kandilli-live' as const, name: 'http://x/', coverage: null, fetchedAt: since(hour) };
    await raw.keep(page, livePage(rows, since(hour)));
    // As it was polled.
    await run('replay', '--from', formatInstant(since(hour)), '--to', formatInstant(since(hour)));
    if (hour === 0) await run('backup', '--to', join(folder, 'backups'));
  }
  const polled = states();
  assert.equal(polled.length, 3);
  rmSync(join(data, 'catalog.db'));
  await run('restore', join(folder, 'backups', readdirSync(join(folder, 'backups'))[0]!), '--only', 'catalogue');
  assert.equal(states().length, 1);
  await run('replay', '--from', formatInstant(since(0)), '--to', formatInstant(since(1.5)));
  assert.deepEqual(states(), polled.slice(0, 2));
  await run('generate');
  const list = readFileSync(join(folder, 'dist/list.json'), 'utf8');
  for (const [at, [, eventId]] of polled.entries()) assert.equal(list.includes(eventId), at < 2);

  const { code, stderr } = await command(settings, 'replay', '--to', '2026-03-15T99:00:00Z');
  assert.equal(code, 1);
  assert.match(stderr, /It must be an instant in UTC like/);
});
