/** `/mcp` over real connections: the official client calls each tool, and raw requests try what it must refuse. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { SECOND } from '#core/time.ts';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createApp } from '../../gateway/app.ts';
import { Dataset } from '../../gateway/dataset/dataset.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import { startServer } from '../../gateway/http/server.ts';
import { NOON, report } from '../support/catalog.ts';
import { countsOf } from '../support/metering.ts';
import { testGateway } from '../support/gateway.ts';
import { publisher } from '../support/publisher.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { service } from '../contract/service.ts';
import { dataset } from '../contract/table.ts';

async function started(t: TestContext, limits = '') {
  const own = await service(limits);
  const server = await startServer({ app: own.app, port: 0, host: '127.0.0.1', log: () => {} });
  t.after(() => server.stop(0));
  await own.dataset.refresh();
  const post = (body: string, headers: Record<string, string> = {}, method = 'POST', query = ''): Promise<Response> =>
    fetch(`${server.url}/mcp${query}`, {
      ...{ method, ...(method === 'POST' ? { body } : {}) },
      headers: { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream', ...headers },
    });
  const client = async (mode: 'auto' | 'legacy' = 'auto', headers: Record<string, string> = own.bearer) => {
    const one = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    await one.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), { requestInit: { headers } }));
    t.after(() => one.close());
    return one;
  };
  return { ...own, ...server, post, client };
}

interface Result {
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

const caller =
  (client: Client) =>
  async (name: string, input: Record<string, unknown> = {}) => {
    const { content, structuredContent = {}, isError } = (await client.callTool({ name, arguments: input })) as Result;
    return { text: content[0]!.text, data: structuredContent, isError: isError === true };
  };

const listed = async (get: ReturnType<typeof testGateway>['get'], query: string) =>
  ((await (await get(`/api.php?${query}`)).json()) as { earthquakes: Record<string, unknown>[] }).earthquakes;

for (const mode of ['auto', 'legacy'] as const)
  test(`the official client calls each tool (${mode}); each call is one counted request`, async (t) => {
    const { client, get, metering } = await started(t);
    const one = await client(mode);
    assert.match(one.getInstructions()!, /not an early warning.*\n.*UTC/);
    assert.match(one.getInstructions()!, /KOERI\): attribution, no commercial use without written consent/);
    const { tools } = await one.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['search_earthquakes', 'get_earthquake', 'earthquakes_near', 'statistics', 'largest'],
    );
    for (const { name, description, annotations, outputSchema } of tools) {
      assert.match(description!, /UTC/, name);
      assert.equal(annotations!.readOnlyHint, true);
      assert.ok(outputSchema);
    }
    assert.ok(JSON.stringify(tools).length < 13_000, 'a model reads all of it');
    assert.equal(await countsOf(metering, 'account:a'), undefined, 'only calls are counted');
    const call = caller(one);

    const [first, second] = await listed(get, 'limit=2&min_magnitude=4');
    const found = await call('search_earthquakes', { min_magnitude: 4, limit: 1 });
    const {
      columns,
      rows,
      has_more: more,
      next_cursor: cursor,
    } = found.data as unknown as {
      columns: string[];
      rows: unknown[][];
      has_more: boolean;
      next_cursor: string;
    };
    assert.deepEqual([columns[0], rows[0]![0], more], ['id', first!['id'], true]);
    assert.equal(found.text.split('\n')[0], columns.join(' | '));
    const next = await call('search_earthquakes', { min_magnitude: 4, limit: 1, cursor });
    assert.equal((next.data['rows'] as unknown[][])[0]![0], second!['id']);
    const [greatest] = await listed(get, 'limit=1&order=magnitude');
    const largest = await call('largest', { limit: 1 });
    assert.equal((largest.data['rows'] as unknown[][])[0]![0], greatest!['id']);
    const near = await call('earthquakes_near', { latitude: 38, longitude: 37, max_radius_km: 150 });
    const distances = (near.data['rows'] as unknown[][]).map((row) => row.at(-1) as number);
    assert.ok(distances.length > 0 && distances.every((km) => km <= 150), distances.join());
    const { total } = (await (await get('/stats_api.php')).json()) as { total: number };
    assert.equal((await call('statistics')).data['total'], total);
    const detail = await call('get_earthquake', { event_id: dataset.detailed[0]!.eventId });
    assert.deepEqual([detail.data['state'], detail.isError], ['found', false]);
    assert.equal((await countsOf(metering, 'account:a'))!.day_count, 6);
  });

test('an id is found, merged, withdrawn or unknown', async (t) => {
  const { client } = await started(t);
  const call = caller(await client());
  const state = async (input: Record<string, unknown>) => {
    const { data, isError } = await call('get_earthquake', input);
    assert.equal(isError, false);
    return [data['state'], (data['earthquake'] as { id: number } | null)?.id ?? null];
  };
  const { id, eventId } = dataset.detailed[0]!;
  assert.deepEqual(await state({ id }), ['found', id]);
  assert.deepEqual(await state({ event_id: eventId }), ['found', id]);
  assert.deepEqual(await state({ id: dataset.gone[0]!.id }), ['withdrawn', null]);
  assert.deepEqual(await state({ id: 987_654 }), ['unknown', null]);
  assert.deepEqual(await state({ event_id: 'abcdefabcdefabcd' }), ['unknown', null]);
});

test('an earthquake that was merged into another one is found by its id, its event_id and its name', async (t) => {
  const dist = temporaryFolder(t);
  const { catalog, publish } = publisher(dist);
  t.after(() => catalog.close());
  catalog.run({ feed: 'kandilli-live', asOf: catalog.now, reports: [report({ key: null, time: NOON + 40 * SECOND })] });
  publish({ time: NOON });
  const served = new Dataset(folderReader(dist));
  const app = createApp({ dataset: served, now: () => catalog.now });
  const server = await startServer({ app, port: 0, host: '127.0.0.1', log: () => {} });
  t.after(() => server.stop(0));
  const client = new Client({ name: 'test', version: '1' });
  await served.refresh();
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`)));
  t.after(() => client.close());
  const call = caller(client);
  const all = (await call('search_earthquakes')).data['rows'] as [number, string][];
  const details = await Promise.all(all.map(async ([id]) => (await call('get_earthquake', { id })).data['earthquake']));
  publish({ time: NOON + 38 * SECOND });
  await served.refresh();
  const [[survivor]] = (await call('search_earthquakes')).data['rows'] as [[number, string]];
  const states: string[] = [];
  for (const { id, event_id: eventId, occurred_at: at, slug } of details as Record<string, string>[])
    for (const input of [{ id }, { event_id: eventId }, { date: at!.slice(0, 10), slug }]) {
      const { data } = await call('get_earthquake', input);
      assert.equal((data['earthquake'] as { id: number }).id, survivor);
      states.push(
        `${Number(id) === survivor ? 'survivor' : 'other'} ${String(data['state'])}: ${String(data['message'])}`,
      );
    }
  const message = `It was merged into earthquake ${survivor}, which is given.`;
  assert.deepEqual(states.sort(), [
    ...[
      'other found: Found. Its name is now 2024-03-10 pazarcik-kahramanmaras-m4-2.',
      `other merged: ${message}`,
      `other merged: ${message}`,
    ],
    ...Array<string>(3).fill('survivor found: Found.'),
  ]);
});

test('what an assistant does wrong is said in words that it can act on', async (t) => {
  const { client, post } = await started(t);
  const call = caller(await client());
  for (const [name, input, expected] of [
    ['search_earthquakes', { min_mag: 4 }, /^There is no argument "min_mag"\. The arguments are .*min_magnitude/],
    ['search_earthquakes', { min_magnitude: 'big' }, /^An argument is wrong \(min_magnitude\): .*plain decimal number/],
    ['search_earthquakes', { sources: [1] }, /^sources must be a text or a number/],
    ['search_earthquakes', { constructor: 'x', __proto__: null }, /^There is no argument "constructor"/],
    ['search_earthquakes', { province: 'Atlantis' }, /^An argument is wrong \(province\)/],
    ['earthquakes_near', { latitude: 38 }, /^Missing: longitude\./],
    ['get_earthquake', {}, /Name an earthquake with id, with event_id, or with date and slug/],
    ['statistics', { year: 2023 }, /^There is no argument "year"\. There are no arguments\./],
  ] as const) {
    const { text, isError } = await call(name, input);
    assert.ok(isError, name);
    assert.match(text, expected);
  }
  const { data } = await call('search_earthquakes', { limit: 1000, q: null, sources: ['afad', 'kandilli'] });
  assert.equal(data['count'], 100);
  await assert.rejects(call('drop_tables'), /drop_tables not found/);
  const wrong = { Authorization: 'Bearer sk_wrong' };
  assert.match((await caller(await client('auto', wrong))('statistics')).text, /^The key is refused: /);
  assert.match(await (await post(callOf('statistics'), {}, 'POST', '?api_key=sk_x')).text(), /The key is refused: /);
});

test('beyond the allowance the tool says until when; the caller is the one of the connection', async (t) => {
  const { client, metering } = await started(t, 'free.daily=2');
  const call = caller(await client('auto', {}));
  assert.equal((await call('statistics')).isError, false);
  assert.equal((await call('statistics')).isError, false);
  const { text, isError } = await call('statistics');
  assert.ok(isError);
  assert.match(text, /^The allowance is used up: .* Try again in \d+ seconds, not before\.$/);
  assert.equal((await countsOf(metering, 'address:127.0.0.1'))!.day_count, 2);
});

const callOf = (name: string, id = 1): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } });

test('raw requests: methods, origins, versions, bodies', async (t) => {
  const { post, metering } = await started(t);
  const listing = (id: number): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' });
  const batch = ` \n[${Array.from({ length: 100 }, (_, id) => listing(id)).join()}]`;
  const listen = { notifications: { toolsListChanged: true }, _meta: META };
  const modern = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'subscriptions/listen' };
  const tries: [body: string, headers: Record<string, string>, status: number, says: RegExp, method?: string][] = [
    ['', {}, 405, /method_not_allowed/, 'GET'],
    ['', {}, 405, /method_not_allowed/, 'DELETE'],
    ['', {}, 204, /^$/, 'OPTIONS'],
    [callOf('statistics'), {}, 200, /structuredContent/],
    [callOf('statistics'), { Origin: 'http://localhost:6274' }, 200, /structuredContent/],
    [callOf('statistics'), { Origin: 'http://localhost.evil.example' }, 403, /origin/],
    [callOf('statistics'), { Origin: 'null' }, 403, /origin/],
    [callOf('statistics'), { 'MCP-Protocol-Version': '1999-01-01' }, 400, /Unsupported protocol version/],
    [callOf('statistics'), { 'Content-Type': 'text/plain' }, 415, /Unsupported Media Type/],
    ['{', {}, 400, /-32700/],
    ['', {}, 400, /-32700/],
    ['[]', {}, 400, /-32600/],
    ['null', {}, 400, /-32600/],
    [JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(70_000) }), {}, 413, /too_large/],
    [batch, {}, 400, /^\{"jsonrpc":"2.0","id":null,"error":\{"code":-32600,"message":"Batches are refused/],
    [`[${callOf('statistics')}]`, {}, 400, /Batches are refused/],
    // No stream is kept open.
    [JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params: listen }), modern, 200, /limit/],
  ];
  for (const [body, headers, status, says, method] of tries) {
    const response = await post(body, headers, method);
    const text = await response.text();
    const about = `${method ?? 'POST'} ${body.slice(0, 80)} ${JSON.stringify(headers)}: ${text.slice(0, 200)}`;
    assert.equal(response.status, status, about);
    assert.match(text, says, about);
    assert.equal(response.headers.get('Access-Control-Allow-Origin'), '*', about);
    if (status !== 204) assert.equal(response.headers.get('Cache-Control'), 'no-store', about);
  }
  assert.equal((await countsOf(metering, 'address:127.0.0.1'))!.day_count, 2);
});

test('each message is counted among the uncounted requests of its caller', async (t) => {
  const { post } = await started(t, 'uncounted.burst=3');
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const statuses = await Array.fromAsync({ length: 5 }, async () => (await post(list)).status);
  assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
});

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};

test('MCP=off: there is no such path', async () => {
  assert.equal((await testGateway(dataset.files, { mcp: false }).get('/mcp')).status, 404);
});
