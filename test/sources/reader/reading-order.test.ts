import assert from 'node:assert/strict';
import test from 'node:test';
import { DocumentError, type Parsed } from '../../../generator/sources/feed.ts';
import { inTurn } from '../../../generator/sources/reader/in-turn.ts';

/** What happens to documents of these sizes, in order; one named `bad` cannot be parsed. */
async function happenings(sizes: Record<string, number>): Promise<string[]> {
  const log: string[] = [];
  await inTurn(
    Object.keys(sizes),
    {
      open: (name) =>
        name === 'missing'
          ? Promise.reject(new DocumentError('not there'))
          : Promise.resolve({ name, bytes: new Uint8Array(sizes[name]!), coverage: null, fetchedAt: null }),
      read: async ({ name }, stored) => {
        log.push(`parse ${name}`);
        await stored;
        log.push(`ask for ${name}`);
        if (name === 'bad') throw new DocumentError('bad');
        return {} as Parsed;
      },
      store: ({ name }) => log.push(`store ${name}`),
    },
    (name, error) => {
      log.push(`${name}: ${(error as Error).message}`);
    },
  );
  return log;
}

test('a document is parsed while the one before is stored, and asks the catalogue when that is done', async () =>
  assert.deepEqual(await happenings({ a: 1, b: 1, c: 1 }), [
    ...['parse a', 'ask for a', 'parse b', 'store a', 'ask for b', 'parse c', 'store b', 'ask for c', 'store c'],
  ]));

test('what cannot be read or parsed does not stop the others', async () => {
  const log = await happenings({ missing: 0, a: 1, bad: 1, b: 1 });
  assert.deepEqual(
    log.filter((line) => !/^(?:parse|ask)/.test(line)),
    ['missing: not there', 'store a', 'bad: bad', 'store b'],
  );
});

test('nothing is parsed while a large document is stored', async () =>
  assert.deepEqual(await happenings({ large: 9 * 2 ** 20, a: 1 }), [
    ...['parse large', 'ask for large', 'store large', 'parse a', 'ask for a', 'store a'],
  ]));

test('what a callback throws ends the work', () =>
  assert.rejects(
    inTurn(
      ['a', 'b'],
      {
        open: () => Promise.reject(new Error('broken')),
        read: () => Promise.reject(new Error('never')),
        store: () => undefined,
      },
      (_, error) => {
        throw error;
      },
    ),
    /broken/,
  ));
