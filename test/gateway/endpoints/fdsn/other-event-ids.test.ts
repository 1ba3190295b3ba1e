import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY } from '#core/time.ts';
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

test('an identifier of several agencies for different events is refused with both names; catalog decides', async (t) => {
  const catalog = testCatalog();
  const far = { latitude: 36.5, longitude: 44.1, time: AS_OF - 40 * DAY };
  catalog.run({ feed: 'afad-api', reports: [report({ key: '14172' })] });
  catalog.run({ feed: 'usgs-fdsn', reports: [report({ key: '14172', ...far })] });
  const dist = temporaryFolder(t);
  buildInto(dist, catalog.db);
  catalog.db.close();
  const { get } = testGateway(new Map(), { reader: folderReader(dist), now: () => AS_OF });
  const ask = async (query: string) => get(`/fdsnws/event/1/query?format=text&${query}`);
  const both = await ask('eventid=14172');
  assert.equal(both.status, 400);
  assert.match(await both.text(), /afad:14172 and usgs:14172|usgs:14172 and afad:14172/);
  const ids = await Promise.all(
    ['catalog=AFAD&eventid=14172', 'eventid=afad:14172', 'catalog=USGS&eventid=14172', 'eventid=usgs:14172'].map(
      async (query) => readFdsnText(await (await ask(query)).text())[0]!['EventID'],
    ),
  );
  assert.ok(ids[0] === ids[1] && ids[2] === ids[3] && ids[0] !== ids[2]);
  // Our own running number is no identifier here.
  assert.equal((await ask('eventid=1')).status, 204);
  assert.equal((await get('/deprem_api.php?id=1')).status, 200);
});
