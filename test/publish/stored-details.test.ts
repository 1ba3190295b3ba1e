/** Details of buckets as a client of a static host reads them, by the code of docs/dist-format.md. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { runInNewContext } from 'node:vm';
import { detailPath } from '#core/paths.ts';
import { knownBetween } from '../../generator/catalog/read.ts';
import { buildInto, sampleCatalog, usgsSays } from '../support/build.ts';
import { temporaryFolder } from '../support/temporary.ts';

const [, code = ''] = /```js\n(const lines = [^]*?)```/.exec(readFileSync('docs/dist-format.md', 'utf8')) ?? [];

type Read = (id: number) => Promise<{ status: string; earthquake: { slug: string; occurred_at: string } } | undefined>;

test('the code of the documents makes every answer of stored lines, and of whole ones', async (t) => {
  const catalog = sampleCatalog(140);
  usgsSays(catalog, { key: 'us3', withdrawn: true }, { key: 'us8', aliases: ['us9'] });
  for (const newestIds of [0, 4096]) {
    const dist = temporaryFolder(t);
    buildInto(dist, catalog.db, { detailFiles: 'all', newestIds });
    const asked: string[] = [];
    const fetch = async (path: string) => {
      asked.push(path);
      const file = join(dist, path);
      const text = async (): Promise<string> => readFileSync(file, 'utf8');
      return { ok: existsSync(file), text, json: async (): Promise<unknown> => JSON.parse(await text()) };
    };
    const { byId, bySlug } = runInNewContext(`${code}({ byId, bySlug })`, { fetch }) as {
      byId: Read;
      bySlug(date: string, slug: string): ReturnType<Read>;
    };
    for (const { id, state } of knownBetween(catalog.db, 0, 1000)) {
      asked.length = 0;
      const line = await byId(id);
      if (state !== 'current') continue;
      const answer = readFileSync(join(dist, detailPath(id)), 'utf8');
      // Also in the order of its fields.
      assert.equal(`${JSON.stringify(line)}\n`, answer);
      assert.ok(asked.length <= 3);
      const { occurred_at: time, slug } = line!.earthquake;
      assert.equal(JSON.stringify(await bySlug(time.slice(0, 10), slug)), JSON.stringify(line));
    }
  }
});
