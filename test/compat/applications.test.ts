/** Applications that people already have, with only the host changed: each works as `data/applications.json` says. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import { startServer } from '../../gateway/http/server.ts';
import { APPLICATION_SERVICES, applicationsIn } from '../../generator/site/pages/applications.ts';
import { testGateway } from '../support/gateway.ts';
import { APPLICATIONS } from './applications.ts';
import { dist, NOW } from './catalogue.ts';
import { failuresOf, type Send } from './frame.ts';
import { received } from './stream.ts';

const TABLE = applicationsIn(readFileSync(join(import.meta.dirname, '../../data/applications.json'), 'utf8'));

const { app, dataset } = testGateway(new Map(), { reader: folderReader(dist), now: () => NOW });
await dataset.refresh();
const server = await startServer({ app, port: 0, host: '127.0.0.1', log: () => undefined });
after(() => server.stop(100));

const send: Send = async ({ path, method = 'GET', headers = {}, body, isSocket }) => {
  if (isSocket) return { status: 101, text: await received(path), json: () => undefined };
  const response = await fetch(`${server.url}${path}`, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  return { status: response.status, text, json: () => JSON.parse(text) as unknown };
};

for (const application of APPLICATIONS)
  test(application.name, async () => {
    const failures = await failuresOf(application, send, NOW);
    const works = failures.length === 0 ? 'yes' : failures.length < application.uses.length ? 'partly' : 'no';
    const listed = TABLE.find(({ name }) => name === application.name)?.works;
    assert.equal(works, listed, `the table says ${listed}\n${failures.join('\n')}`);
  });

test('the table and the bench have the same applications', () => {
  const [listed, tried] = [TABLE, APPLICATIONS].map((all) => all.map(({ name }) => name).toSorted());
  assert.deepEqual(tried, listed);
  assert.equal(new Set(tried).size, tried!.length);
});

test('every row of the table is complete', () => {
  for (const { name, address, commit, files, language, kind, service, change, works, note } of TABLE) {
    assert.match(name, /^[\w.-]+\/[\w.-]+$/);
    assert.equal(address, `https://github.com/${name}`);
    assert.match(commit, /^[0-9a-f]{40}$/, name);
    assert.ok(files.length > 0 && files.every((file) => /^[^/].*\w$/.test(file)), name);
    assert.ok(language && kind && APPLICATION_SERVICES.includes(service), name);
    assert.ok(['yes', 'partly', 'no'].includes(works), name);
    assert.ok(works === 'yes' || note !== undefined, `${name}: nothing says what does not work`);
    for (const text of [change, ...(note ? [note] : [])]) assert.ok(text.tr && text.en && text.tr !== text.en, name);
    // "To change: …" goes on after its colon; a note is sentences of its own.
    for (const text of Object.values(change)) assert.doesNotMatch(text, /^(?:The|A|In|Adres|Ayarlarda)\b|\.$/, name);
    for (const text of Object.values(note ?? {})) assert.match(text, /^[^a-zçğıöşü].*\.$/, name);
  }
});
