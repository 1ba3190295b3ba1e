import assert from 'node:assert/strict';
import { test } from 'node:test';
import { folderReader } from '../../../../gateway/dataset/folder-reader.ts';
import { AS_OF, buildInto } from '../../../support/build.ts';
import { report, testCatalog } from '../../../support/catalog.ts';
import { testGateway } from '../../../support/gateway.ts';
import { readFdsnText } from '../../../support/naive-fdsn.ts';
import { temporaryFolder } from '../../../support/temporary.ts';

test('an earthquake that an agency reports twice is found by either identifier, and its detail names both', async (t) => {
  const catalog = testCatalog();
  catalog.run({ feed: 'afad-api', reports: ['600100', '600101'].map((key) => report({ key })) });
  const dist = temporaryFolder(t);
  buildInto(dist, catalog.db);
  catalog.db.close();
  const { get: getOwn } = testGateway(new Map(), { reader: folderReader(dist), now: () => AS_OF });
  const [first, second] = await Promise.all(
    ['afad:600100', '600101'].map(async (eventid) => {
      const response = await getOwn(`/fdsnws/event/1/query?eventid=${eventid}&format=text`);
      return readFdsnText(await response.text())[0]!['EventID'];
    }),
  );
  assert.ok(first !== undefined && first === second);
  const { earthquake } = (await (await getOwn('/deprem_api.php?id=1')).json()) as {
    earthquake: { sources: { event_id: string; other_event_ids: string[] }[] };
  };
  const [source] = earthquake.sources;
  assert.deepEqual([source!.event_id, source!.other_event_ids], ['600101', ['600100']]);
});
