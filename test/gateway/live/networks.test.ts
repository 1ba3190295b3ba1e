/** Streams by network: one cannot keep the others out. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readPlanLimits } from '../../../gateway/access/quota/limits.ts';
import { startServer } from '../../../gateway/http/server.ts';
import { Connections } from '../../../gateway/live/connections.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';
import { testMetering } from '../../support/metering.ts';

async function service(t: TestContext) {
  const metering = testMetering({ limits: readPlanLimits('free.daily=none'), trustedProxies: ['127.0.0.1'] });
  const connections = new Connections({ caller: 2, all: 40 });
  const { app, dataset } = testGateway(syntheticDataset().files, { connections, metering });
  await dataset.refresh();
  const { url, stop } = await startServer({ app, port: 0, host: '127.0.0.1', log: () => {} });
  const leaving = new AbortController();
  t.after(async () => {
    leaving.abort();
    connections.stop();
    await stop(100);
  });
  const open = async (address: string): Promise<number> => {
    const headers = { 'X-Forwarded-For': address };
    const { status, body } = await fetch(`${url}/events`, { headers, signal: leaving.signal });
    if (status === 200) await body!.getReader().read();
    return status;
  };
  return { open, connections };
}

const NETWORKS: Record<string, (index: number) => string> = {
  'an IPv6 /48 block': (index) => `2001:db8:7:${index.toString(16)}::1`,
  'an IPv4 /24 block': (index) => `198.51.100.${index}`,
};

for (const [name, address] of Object.entries(NETWORKS))
  test(`${name} has a tenth of all streams, and others still connect`, async (t) => {
    const { open, connections } = await service(t);
    const statuses = [];
    for (let index = 1; index <= 10; index += 1) statuses.push(await open(address(index)));
    assert.deepEqual(statuses, [200, 200, 200, 200, 503, 503, 503, 503, 503, 503]);
    assert.equal(connections.open, 4);
    for (const other of ['2001:db8:8::1', '203.0.113.5']) assert.equal(await open(other), 200, other);
  });
