import assert from 'node:assert/strict';
import test from 'node:test';
import {
  addressSetting,
  agenciesSetting,
  boxSetting,
  flagSetting,
  nameSetting,
  textSetting,
  wholeSetting,
} from '#runtime/environment.ts';

const REGION = { south: 32, north: 46, west: 22, east: 50 };
const RANGE = { fallback: 8787, least: 0, most: 65_535 };

type Read = (value: string | undefined) => unknown;
const text: Read = (value) => textSetting({ X: value }, 'X', 'fallback');
const name: Read = (value) => nameSetting({ X: value }, 'X', 'fallback');
const flag: Read = (value) => flagSetting({ X: value }, 'X');
const integer: Read = (value) => wholeSetting({ X: value }, 'X', RANGE);
const address: Read = (value) => addressSetting({ X: value }, 'X', 'http://localhost:8787');
const agencies: Read = (value) => agenciesSetting({ X: value }, 'X');
const box: Read = (value) => boxSetting({ X: value }, 'X', REGION);

const GOOD: [string, Read, string | undefined, unknown][] = [
  ['text', text, undefined, 'fallback'],
  ['text', text, '  ', 'fallback'],
  ['text', text, ' data ', 'data'],
  ['name', name, undefined, 'fallback'],
  ['name', name, 'Hiposantr – İzleme & Duyuru', 'Hiposantr – İzleme & Duyuru'],
  ['flag', flag, undefined, false],
  ['flag', flag, '', false],
  ['flag', flag, '0', false],
  ['flag', flag, 'no', false],
  ['flag', flag, 'FALSE', false],
  ['flag', flag, '1', true],
  ['flag', flag, ' Yes ', true],
  ['whole', integer, undefined, 8787],
  ['whole', integer, '0', 0],
  ['whole', integer, '65535', 65_535],
  ['address', address, undefined, 'http://localhost:8787'],
  ['address', address, 'https://quakes.example/', 'https://quakes.example'],
  ['address', address, 'https://quakes.example/a/b//', 'https://quakes.example/a/b'],
  ['address', address, 'HTTP://Quakes.Example:80', 'http://quakes.example'],
  ['address', address, 'https://quakes.example/~gcmt/CMT', 'https://quakes.example/~gcmt/CMT'],
  ['agencies', agencies, undefined, ['kandilli', 'afad', 'usgs', 'turhec', 'historical']],
  ['agencies', agencies, 'USGS, kandilli', ['kandilli', 'usgs']],
  ['agencies', agencies, 'usgs,usgs', ['usgs']],
  ['box', box, undefined, REGION],
  ['box', box, '-10, 10.5, -20,20', { south: -10, north: 10.5, west: -20, east: 20 }],
];
for (const [kind, read, value, expected] of GOOD)
  test(`${kind} ${JSON.stringify(value)} is ${JSON.stringify(expected)}`, () =>
    assert.deepEqual(read(value), expected));

const BAD: [string, Read, string[]][] = [
  ['name', name, ['x'.repeat(81), 'a\u0000b', 'a\u001bb', 'a\nb', '\u202eabc']],
  ['flag', flag, ['2', 'on', 'ja', '１', '-1']],
  ['whole', integer, ['-1', '65536', '1e3', '+5', '0x10', '8787.0', '８７８７', 'NaN', 'http', '9'.repeat(13)]],
  [
    'address',
    address,
    [
      'quakes.example',
      '//quakes.example',
      'ftp://quakes.example',
      'file:///etc/passwd',
      'http://',
      'http://user@quakes.example',
      'http://:secret@quakes.example',
      'http://quakes.example?',
      'http://quakes.example/?a=1',
      'http://quakes.example/#',
      'http://ex ample',
    ],
  ],
  ['agencies', agencies, ['iris', 'afad,', ',', 'afad;usgs', 'all']],
  ['box', box, ['32,46,22', '32,46,22,50,1', '46,32,22,50', '32,46,50,22', '32,46,22,181', '-91,46,22,50', 'a,b,c,d']],
  ['box', box, ['32,46,22,1e2', '32;46;22;50', '32,32,22,50', '٣٢,46,22,50']],
];
for (const [kind, read, values] of BAD)
  for (const value of values)
    test(`${kind} ${JSON.stringify(value.slice(0, 40))} is refused by its name`, () => {
      assert.throws(() => read(value), { name: 'SettingError', message: /^X is ".*"; it must be \S/ });
    });

test('a refusal shows no control characters and is short', () => {
  assert.throws(
    () => flag(`\u001b[31m${'x'.repeat(500)}`),
    (error: Error) => error.message.length < 120 && !error.message.includes('\u001b'),
  );
});
