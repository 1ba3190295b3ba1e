/** The operator decides about documents that are held back. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { DAY } from '#core/time.ts';
import { finishIngest, ingestHeld } from '../../generator/ingest.ts';
import { holdDocument } from '../../generator/catalog/soundness/held-documents.ts';
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
  assert.deepEqual(stateOf(replayed, 'afad').held, ['magnitude_changed']);
  const [, id] = /--accept ([0-9a-f]{12})/.exec(replayed.lines.findLast((line) => line.includes('--accept'))!)!;
  const { db } = replayed.context;
  const [held] = db.prepare('SELECT id, feed, name, received_at FROM held_documents').all() as [
    { name: string; received_at: number },
  ];
  // A page that is replayed is older, and changes nothing of that.
  holdDocument(
    db,
    { name: 'replayed', bytes, coverage: null, fetchedAt: held.received_at - DAY },
    {
      feed: 'afad-api',
      sha256: id!.padEnd(64, '0'),
      receivedAt: held.received_at - DAY,
      finding: { code: 'gone', count: 5, of: 6 },
    },
  );
  assert.deepEqual(db.prepare('SELECT id, feed, name, received_at FROM held_documents').all(), [held]);
  await ingestHeld(replayed.context, id!);
  finishIngest(replayed.context);
  assert.deepEqual(new Set(records(db).map(({ magnitude }) => magnitude)), new Set([4.4]));
});
