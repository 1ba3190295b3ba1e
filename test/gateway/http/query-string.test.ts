import assert from 'node:assert/strict';
import { test } from 'node:test';
import { presentedKey } from '../../../gateway/access/caller.ts';
import { queryOf, readParameters, requestTarget } from '../../../gateway/http/query-string.ts';

test('the first value that is not empty wins, and pairs may lack a value or a name', () => {
  const parameters = readParameters('a=1&a=2&b=&b=3&c&=x&&d=1=2&%61%62=y');
  assert.deepEqual(Object.fromEntries(parameters), { a: '1', b: '3', '': 'x', d: '1=2', ab: 'y' });
});

test('names of object members are ordinary parameters', () => {
  assert.deepEqual(
    [...readParameters('__proto__=1&constructor=2')],
    [
      ['__proto__', '1'],
      ['constructor', '2'],
    ],
  );
});

test('the target is what was received: path and query, no scheme, host or fragment', () => {
  const cases: [string, string][] = [
    ['http://localhost/api.php?q=a', '/api.php?q=a'],
    ['http://localhost', '/'],
    ['HTTPS://user@host:1/x?y=http://z/?', '/x?y=http://z/?'],
    ['http://localhost/a?b#c?d', '/a?b'],
  ];
  for (const [url, target] of cases) assert.equal(requestTarget(url), target);
  assert.equal(queryOf('/a?b=c?d'), 'b=c?d');
  assert.equal(queryOf('/a'), '');
});

test('a key is taken from the header before the parameter, and other schemes are ignored', () => {
  const cases: [authorization: string | undefined, query: string, key: string | undefined][] = [
    [undefined, '', undefined],
    ['Basic abc', '', undefined],
    ['Bearerabc', 'limit=1&Api_key=abc', undefined],
    ['Bearer abc', 'api_key=from-url', 'abc'],
    ['bearer   abc', '', 'abc'],
    ['BEARER\tabc ', '', 'abc'],
    ['Bearer', 'api_key=from-url', ''],
    ['Bearer abc def', '', 'abc def'],
    ['Basic abc', 'api_key=from-url', 'from-url'],
    [undefined, 'limit=1&api_key=from-url', 'from-url'],
    [undefined, 'api%5Fkey=a%62c', 'abc'],
    [undefined, 'api_key=&api_key=second&api_key=third', 'second'],
    [undefined, 'api_key', undefined],
    [undefined, 'q=%ZZ&api_key=abc', 'abc'],
    [undefined, '%ZZ=1&api_key=%ZZ', ''],
    [undefined, 'api_key=a=b', 'a=b'],
  ];
  for (const [header, query, key] of cases) assert.equal(presentedKey(header, query), key, `${header} ${query}`);
});
