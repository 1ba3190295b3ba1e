/** All interfaces give the same of every earthquake; and the comparison finds a difference. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comparison } from '../support/interfaces/comparison.ts';
import { compareInterfaces } from '../support/interfaces/run.ts';
import { temporaryFolder } from '../support/temporary.ts';

process.env['FDSN_DATASET_EVENTS'] = '900';
const { get } = await import('../support/fdsn-dataset.ts');

const MOST_SHOWN = 20;

const report = ({ disagreements }: Comparison): string =>
  disagreements
    .slice(0, MOST_SHOWN)
    .map((one) => `${one.interface} ${one.key} ${one.field}: ${one.expected} in the detail, ${one.found} here`)
    .join('\n');

test('every interface agrees with the detail', async (t) => {
  const comparison = await compareInterfaces(get, temporaryFolder(t));
  assert.equal(comparison.disagreements.length, 0, report(comparison));
  assert.equal(comparison.tallies.size, 20);
  for (const [name, { comparisons }] of comparison.tallies) assert.ok(comparisons > 200, name);
});

/** Where one interface is wrong, and what the comparison says of it. */
const WRONG: [what: string, path: RegExp, change: (body: string) => string, field: string, name: string][] = [
  [
    'a depth',
    /^\/export\.php\?format=ndjson/,
    (body) => body.replace(/"depth_km":\d+/, '"depth_km":999'),
    'depth_km',
    'export ndjson',
  ],
  ['a time', /format=text&?$/, (body) => body.replaceAll(/T(\d\d):(\d\d):\d\d/g, 'T$1:$2:00'), 'time', 'fdsn text'],
  ['a missing row', /^\/export\.php\?format=csv/, (body) => body.replace(/\r\n.*\r\n/, '\r\n'), 'rows', 'export csv'],
  [
    'a type',
    /filter/,
    (body) => body.replaceAll(/"type":"\w+"/g, '"type":"XX"'),
    'magnitude_type',
    '/apiv2/event/filter',
  ],
];

for (const [what, path, change, field, name] of WRONG)
  test(`the comparison finds ${what} that is wrong`, async (t) => {
    const altered = async (target: string): Promise<Response> => {
      const response = await get(target);
      if (!path.test(target)) return response;
      return new Response(change(await response.text()), { headers: response.headers });
    };
    const comparison = await compareInterfaces(altered, temporaryFolder(t));
    const found = comparison.disagreements.filter((one) => one.interface === name && one.field === field);
    assert.ok(found.length > 0, report(comparison));
    assert.ok(comparison.disagreements.every((one) => one.interface === name));
  });
