import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callerOf } from '../../gateway/caller.ts';
import { queryOf, readParameters, requestTarget } from '../../gateway/raw-query.ts';

test('the first value that is not empty wins, and pairs may lack a value or a name', () => {
  const parameters = readParameters('a=1&a=2&b=&b=3&c&=x&&d=1=2&%61%62=y');
  assert.deepEqual(Object.fromEntries(parameters), { a: '1', b: '3', '': 'x', d: '1=2', ab: 'y' });
});

test('names that objects know are parameters like any other', () => {
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
  const withKey = readParameters('api_key=from-url');
  const none = readParameters('');
  const cases: [string | undefined, ReadonlyMap<string, string>, object][] = [
    [undefined, none, { kind: 'anonymous' }],
    ['Basic abc', none, { kind: 'anonymous' }],
    ['Bearer abc', withKey, { kind: 'presented', key: 'abc' }],
    ['bearer   abc', none, { kind: 'presented', key: 'abc' }],
    ['Bearer', withKey, { kind: 'presented', key: '' }],
    ['Basic abc', withKey, { kind: 'presented', key: 'from-url' }],
    [undefined, withKey, { kind: 'presented', key: 'from-url' }],
  ];
  for (const [header, parameters, expected] of cases) assert.deepEqual(callerOf(header, parameters), expected);
});
