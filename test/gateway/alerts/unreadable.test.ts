/** A damaged file of the dataset: it delays no other alert, is read again, and at last passed over. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import fastGlob from 'fast-glob';
import { ATTEMPTS } from '../../../gateway/alerts/unreadable.ts';
import { alertService, receiver, said } from '../../support/alerts.ts';
import { numbered } from '../../support/publisher.ts';

const NEW = [numbered(1, 4.1), numbered(2, 5.1), numbered(3, 4.3)];

/** Three earthquakes of one publication, of which a file is damaged before alerts read it. */
async function damaged(t: TestContext, files: string, from: string, to: string) {
  const service = alertService(t);
  const { url, received } = await receiver(t);
  await service.publish(numbered(40));
  await service.webhook(url);
  const { dist } = service;
  const former = new Map<string, Buffer>();
  const damage = (): void => {
    for (const path of fastGlob.sync(files, { cwd: dist }).map((name) => join(dist, name))) {
      const text = readFileSync(path, 'utf8');
      if (!text.includes(from)) continue;
      former.set(path, readFileSync(path));
      writeFileSync(path, text.replaceAll(from, to));
    }
    assert.ok(former.size > 0, 'nothing is damaged');
  };
  service.publishUnread(...NEW);
  damage();
  await service.step();
  return {
    ...service,
    received,
    told: (): string[] => received.splice(0).map(said).sort(),
    repair: () => former.forEach((bytes, path) => writeFileSync(path, bytes)),
    async attempts(count: number): Promise<void> {
      for (let attempt = 0; attempt < count; attempt += 1) {
        service.clock.ahead += ATTEMPTS.interval;
        await service.step();
      }
    },
    said: (): string[] => service.lines.filter((line) => line.startsWith('alerts:')),
    passedOver: async (): Promise<number> => (await service.alerts.counts()).passedOver,
  };
}

const LINE = ['shards/*', '"magnitude":5.1', '"magnitude":8.1'] as const;
const SURVIVORS = ['created M4.1', 'created M4.3'];

test('a damaged line delays no other, and is passed over in the end: the log and a metric say so', async (t) => {
  const { told, attempts, said: lines, passedOver, publish, step } = await damaged(t, ...LINE);
  assert.deepEqual(told(), SURVIVORS);
  assert.match(
    lines().join('\n'),
    /^alerts: 1 unreadable changes, such as 3, are to be read again, 29 times: shards\/\S+$/,
  );
  await step();
  await attempts(ATTEMPTS.most - 2);
  assert.deepEqual([told(), lines().length, await passedOver()], [[], 1, 0]);
  await attempts(1);
  assert.deepEqual([told(), await passedOver()], [[], 1]);
  assert.match(lines()[1]!, /^alerts: 1 unreadable changes, such as 3, are passed over: shards\/\S+$/);
  await publish(numbered(4, 4.4));
  await attempts(2);
  assert.deepEqual([told(), lines().length], [['created M4.4'], 2]);
});

test('a change that becomes readable in time is sent, and nothing twice', async (t) => {
  const { told, attempts, repair, passedOver } = await damaged(t, ...LINE);
  await attempts(5);
  assert.deepEqual(told(), SURVIVORS);
  repair();
  await attempts(5);
  assert.deepEqual([told(), await passedOver()], [['created M5.1'], 0]);
});

test('the next publication writes the file anew', async (t) => {
  const { told, publish, passedOver } = await damaged(t, ...LINE);
  await publish(numbered(4, 5.4));
  assert.deepEqual([told(), await passedOver()], [[...SURVIVORS, 'created M5.1', 'created M5.4'], 0]);
});

test('with damaged details all messages are sent at once, without addresses', async (t) => {
  const details = '{details,versions}/**/*';
  const { told, received, publish, said: lines } = await damaged(t, details, '"magnitude":5.1', '"magnitude":8.1');
  const urls = received.map(({ body }) => (JSON.parse(body) as Message).data.earthquake.url);
  assert.deepEqual(
    [told(), urls],
    [
      [...SURVIVORS, 'created M5.1'],
      [undefined, undefined, undefined],
    ],
  );
  assert.match(lines().join('\n'), /^alerts: reading of details fails: fault: [^\n]+$/);
  await publish(numbered(4, 4.4));
  assert.match(received[0]!.body, /"url":"https:/);
});

interface Message {
  data: { earthquake: { url?: string } };
}

test('a damaged part of the log is passed over, and what is published later is sent', async (t) => {
  const { told, attempts, passedOver, publish } = await damaged(t, 'changes/*', '"changes"', '"chances"');
  await attempts(ATTEMPTS.most - 1);
  assert.deepEqual([told(), await passedOver()], [[], 1]);
  await publish(numbered(4, 4.4));
  assert.deepEqual(told(), ['created M4.4']);
});
