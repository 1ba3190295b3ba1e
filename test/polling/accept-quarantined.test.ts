/** The operator decides about documents that are quarantined, or three of them that agree with the other agencies. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY } from '#core/time.ts';
import { finishIngest, ingestHeld } from '../../generator/ingest.ts';
import { quarantine } from '../../generator/catalog/quality-control/quarantine.ts';
import { afadBody } from '../support/agency-documents.ts';
import { records } from '../support/catalog.ts';
import { stateOf, replayAgency } from '../support/replayed-agency.ts';

test('a document that came twice, with sound ones in between, is accepted as of its last receipt', async (t) => {
  const replayed = await replayAgency(t, 'afad');
  const bytes = afadBody(replayed.all, (item) => ({ ...item, magnitude: '4.4' }));
  const odd = (): void =>
    replayed.answers('afad', (all) => (all.length === replayed.all.length ? bytes : afadBody(all)));
  odd();
  await replayed.publish();
  replayed.answers('afad');
  await replayed.publish();
  odd();
  await replayed.publish();
  assert.deepEqual(stateOf(replayed, 'afad').quarantined, ['magnitude_changed']);
  const [, id] = /--accept ([0-9a-f]{12})/.exec(replayed.lines.findLast((line) => line.includes('--accept'))!)!;
  const { db } = replayed.context;
  const [quarantined] = db.prepare('SELECT id, feed, name, received_at FROM held_documents').all() as [
    { name: string; received_at: number },
  ];
  // A page that is replayed is older, and changes nothing of that.
  quarantine(
    db,
    { name: 'replayed', bytes, coverage: null, fetchedAt: quarantined.received_at - DAY },
    {
      feed: 'afad-api',
      sha256: id!.padEnd(64, '0'),
      receivedAt: quarantined.received_at - DAY,
      finding: { code: 'gone', count: 5, of: 6 },
    },
  );
  assert.deepEqual(db.prepare('SELECT id, feed, name, received_at FROM held_documents').all(), [quarantined]);
  await ingestHeld(replayed.context, id!);
  finishIngest(replayed.context);
  assert.deepEqual(new Set(records(db).map(({ magnitude }) => magnitude)), new Set([4.4]));
});

test('a quarantined feed that agrees with the others for three polls is released, logged, and well again', async (t) => {
  const replayed = await replayAgency(t, 'afad', ['usgs', 'kandilli']);
  const warnings: string[] = [];
  replayed.context.onDocument = (summary) => void warnings.push(...summary.warnings);
  replayed.answers('afad', (all) => afadBody(all, (item) => ({ ...item, type: 'MW' })));
  const quarantined: string[][] = [];
  for (let round = 0; round < 4; round += 1) {
    await replayed.publish();
    quarantined.push(stateOf(replayed, 'afad').quarantined);
  }
  assert.deepEqual(quarantined, [['scale_changed'], ['scale_changed'], [], []]);
  assert.match(warnings.join('; '), /^released: 3 documents agree with the other agencies; 20 of 20 known magnitudes/);
  assert.ok(replayed.lines.includes('afad-api answers again'));
});
