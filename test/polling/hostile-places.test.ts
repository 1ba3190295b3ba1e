/** A hostile text for a place, through real requests: no file, message or answer has it. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import { PushStore } from '../../gateway/alerts/push-store.ts';
import { MINUTE } from '#core/time.ts';
import { shippedPlaceName } from '../../generator/shipped.ts';
import { afadBody, usgsBody, type Change, type Item } from '../support/agency-documents.ts';
import { alertService, receiver } from '../support/alerts.ts';
import { buildInto } from '../support/build.ts';
import { records } from '../support/catalog.ts';
import { browser, pushService } from '../support/push.ts';
import { testGateway } from '../support/gateway.ts';
import { replayAgency } from '../support/replayed-agency.ts';

const HOSTILE = '@everyone <!channel> [x](https://evil.example) `rm` (Balıkesir)';
const MARKS = ['everyone', '!channel', 'evil.example', '`rm`'];

const inAfad: Change = (item) => ({ ...item, location: HOSTILE });
const inUsgs: Change = (item) => ({ ...item, properties: { ...(item['properties'] as Item), place: HOSTILE } });

for (const agency of ['afad', 'usgs'] as const)
  test(`a hostile text of ${agency} is nowhere: list, RSS, pages, webhook, push, MCP`, async (t) => {
    const replayed = await replayAgency(t, agency);
    replayed.context.placeName = shippedPlaceName();
    const service = alertService(t);
    const publish = async (): Promise<void> => {
      await replayed.publish();
      service.catalog.now = replayed.clock.now;
      buildInto(service.dist, replayed.context.db, { asOf: replayed.clock.now });
      await service.step();
    };
    await publish();
    const { url, received } = await receiver(t);
    await service.webhook(url);
    const { origin, pushed } = await pushService(t);
    const { database, now } = service;
    const { subscription, read } = browser(origin);
    const push = new PushStore({ database, now, allowsPrivate: true, most: 1 });
    await push.subscribe(subscription, () => undefined, 'en', 'a network');
    await service.step();
    assert.equal(read(pushed.pop()!).tag, 'welcome');

    const id = '700000';
    replayed.all.push({
      ...{ id, time: replayed.clock.now - 2 * MINUTE, latitude: 39.23, longitude: 28.05, depthKm: 8, magnitude: 6.6 },
    });
    const hostile =
      (change: Change): Change =>
      (item, index) =>
        String(item['eventID'] ?? item['id']).endsWith(id) ? change(item, index) : item;
    replayed.answers(agency, (all, at) =>
      agency === 'afad' ? afadBody(all, hostile(inAfad)) : usgsBody(all, at, hostile(inUsgs)),
    );
    await publish();
    const record = records(replayed.context.db).find(({ magnitude }) => magnitude === 6.6)!;
    assert.match(record.location, /\(Balıkesir\)$/);
    assert.deepEqual(
      record.solutions.map(({ place }) => place),
      [null],
    );

    const said: [string, string][] = readdirSync(service.dist, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [path, readFileSync(path).toString('utf8')]);
    assert.ok(said.some(([path]) => path.endsWith('.rss') || path.endsWith('rss.xml')));
    assert.ok(received.length > 0 && pushed.length > 0);
    for (const { body } of received) said.push(['webhook', body.toString()]);
    for (const one of pushed) said.push(['push', JSON.stringify(read(one))]);
    const dataset = new Dataset(folderReader(service.dist), { log: () => undefined, pollIntervalMs: Infinity });
    await dataset.refresh();
    const gateway = testGateway(new Map(), { reader: folderReader(service.dist), mcp: true });
    for (const path of ['/api.php?limit=50', '/rss', '/api.php?format=csv', '/fdsnws/event/1/query?format=text'])
      said.push([path, await (await gateway.get(path)).text()]);
    const mcp = await gateway.app.request('/mcp', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: 'search_earthquakes', arguments: { limit: 50 } },
      }),
    });
    said.push(['mcp', await mcp.text()]);
    for (const [path, text] of said) for (const mark of MARKS) assert.ok(!text.includes(mark), `${path}: ${mark}`);
    assert.ok(said.at(-1)![1].includes('6.6'), `MCP: ${said.at(-1)![1].slice(0, 300)}`);
  });
