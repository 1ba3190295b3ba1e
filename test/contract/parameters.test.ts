/**
 * Bad and odd values of every parameter of every described endpoint. The table follows from the endpoints' own
 * descriptions, so a new endpoint or filter is in it.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Parameter } from '#core/parameter.ts';
import { FDSN_PATH } from '#core/endpoints.ts';
import { endpointTable } from '../../gateway/endpoints/table.ts';
import { KEY_PARAMETER } from '../../gateway/http/query-string.ts';
import { testGateway } from '../support/gateway.ts';
import { dataset } from './table.ts';

const gateway = testGateway(dataset.files);

type Kind = 'number' | 'integer' | 'boolean' | 'day' | 'instant' | 'word' | 'text';

function kindOf({ schema }: Parameter<unknown>): Kind {
  const { type, format } = schema;
  if (schema['enum'] !== undefined) return 'word';
  if (format === 'date') return 'day';
  if (format === 'date-time') return 'instant';
  return type === 'number' || type === 'integer' || type === 'boolean' ? type : 'text';
}

/** Percent-encoded values that are none of any typed parameter, wherever it is. */
const BAD_EVERYWHERE = [
  ...['%20', '%20%20', '%09', 'NaN', 'nan', 'Infinity', '-Infinity', 'inf', '1e999', '-1e999', '0x10', '0b1', '1_000'],
  ...[
    '1%2C5',
    '1%2C000',
    '1.5.2',
    '--1',
    '1-',
    'e5',
    '.',
    '-',
    '%2B',
    '5%0A',
    '%0A5',
    '5%0D%0A',
    '5%3B',
    "5'",
    '5%2000',
  ],
  ...['%D9%A3', '%EF%BC%95', '%E0%A5%AB', '%C2%BD', '%E2%88%925', '5%C2%A0', '%EF%BB%BF5', '5%E2%80%8B'],
  ...['null', 'undefined', 'None', '[]', '%7B%7D', '%5Bobject%20Object%5D', 'constructor', '__proto__', 'toString'],
  ...['5%20OR%201%3D1', '..%2F..%2Fetc', '%3Cscript%3E', '9'.repeat(400), 'x'.repeat(5000), '%F0%9F%98%80'],
];

const BAD: Record<Exclude<Kind, 'text'>, readonly string[]> = {
  number: ['true', '2023-02-06', '5%20', '%205', '5km'],
  integer: ['true', '1.5', '5.0', '-1', '-0', '1e2', '2023-02-06', '5%20'],
  boolean: ['yes', 'on', '2', '-1', 'truee', '01'],
  day: ['2023-02-30', '2023-13-01', '2023-1-1', '20230206', '06.02.2023', '2023-02-06T00:00:00Z', '0000-01-01', '-2023-01-01'],
  instant: ['2023-02-30', '2023-02-06T24:00:01Z', '2023-02-06T25:00', '1675641600', '06.02.2023', 'now', '-2023-01-01', '2023-02-06T00:00:00%2B25:00'],
  word: ['all,*', '*', 'json%20xml', 'json,xml', 'x'],
}; // prettier-ignore

/** Texts that are numbers in FDSN requests alone, with their plain form. */
const XML_NUMBERS: [odd: string, plain: string][] = [
  ['5.', '5'],
  ['.5', '0.5'],
  ['%2B5', '5'],
  ['1e0', '1'],
  ['5E-1', '0.5'],
  ['1.50', '1.5'],
  ['00005', '5'],
];

const XML_INTEGERS: [odd: string, plain: string][] = [
  ['%2B5', '5'],
  ['005', '5'],
];

/** Numbers as programs print them, everywhere. */
const NUMBERS: [odd: string, plain: string][] = [
  ['-0', '0'],
  ['5.0', '5'],
  ['05', '5'],
  ['0.500', '0.5'],
];

interface Case {
  path: string;
  parameter: Parameter<unknown>;
  kind: Kind;
  isFdsn: boolean;
}

const CASES: Case[] = endpointTable({ serviceName: 'x' }).flatMap(({ path, operation }) =>
  (operation?.parameters ?? []).flatMap((parameter) => {
    const short = (parameter as { short?: string }).short;
    const named = [parameter, ...(short === undefined ? [] : [{ ...parameter, name: short }])];
    return named.map((one) => ({ path, parameter: one, kind: kindOf(one), isFdsn: path.startsWith(FDSN_PATH) }));
  }),
);

interface Seen {
  status: number;
  tag: string | null;
  text: string;
}

async function ask(path: string, query: string): Promise<Seen> {
  const target = query === '' ? path : `${path}?${query}`;
  const response = await gateway.get(target);
  // A stream of events has no end.
  const isError = response.status >= 400;
  const text = isError ? await response.text() : '';
  if (!isError) await response.body?.cancel();
  const seen = { status: response.status, tag: response.headers.get('ETag'), text };
  assert.ok(seen.status < 500, `${target.slice(0, 200)}: ${seen.status} ${seen.text}`);
  return seen;
}

/** 400, with the parameter's long name in the message. */
async function assertRefused({ path, parameter }: Case, query: string, names: string[]): Promise<void> {
  const { status, text } = await ask(path, query);
  const what = `${path}?${query.slice(0, 120)}: ${status} ${text.slice(0, 300)}`;
  assert.equal(status, 400, what);
  const message = text.split('Request:')[0]!;
  assert.ok(
    names.some((name) => message.includes(name)),
    `${what} does not name ${parameter.name}`,
  );
  assert.ok(text.length < 8000, `${what}: a long answer`);
}

const longName = ({ path, parameter }: Case): string[] => [
  parameter.name,
  ...CASES.filter((one) => one.path === path && one.parameter.description === parameter.description).map(
    (one) => one.parameter.name,
  ),
];

const DESCRIBED = Object.entries(Object.groupBy(CASES, ({ path }) => path)) as [string, Case[]][];

test('the table has every endpoint with parameters, and every kind of value', () => {
  assert.ok(DESCRIBED.length >= 11, DESCRIBED.map(([path]) => path).join());
  assert.equal(new Set(CASES.map(({ kind }) => kind)).size, 7);
  assert.ok(CASES.length > 150, String(CASES.length));
});

for (const [path, cases] of DESCRIBED)
  test(`${path}: bad values of each parameter are refused by its name`, async () => {
    for (const one of cases) {
      const { parameter, kind } = one;
      if (kind === 'text') continue;
      for (const value of new Set([...BAD_EVERYWHERE, ...BAD[kind]]))
        await assertRefused(one, `${parameter.name}=${value}`, longName(one));
    }
  });

for (const [path, cases] of DESCRIBED)
  test(`${path}: any text is answered; what is no text is refused`, async () => {
    for (const { parameter, kind } of cases) {
      const { name } = parameter;
      if (kind === 'text' && name !== KEY_PARAMETER)
        for (const value of [...BAD_EVERYWHERE, '%25', '%5C', '%22', '*', '?', '%C4%B0'])
          await ask(path, `${name}=${value}`);
      for (const value of ['%00', '5%00', '%ZZ', '%', '%C4', '%ED%A0%80', '%FF'])
        assert.match(String((await ask(path, `${name}=${value}`)).status), /^40[01]$/, `${path}?${name}=${value}`);
    }
  });

for (const [path, cases] of DESCRIBED)
  test(`${path}: an empty value is an absent one; of two the first counts, or both are refused`, async () => {
    const plain = await ask(path, '');
    for (const one of cases) {
      const { parameter, kind, isFdsn } = one;
      for (const query of [parameter.name, `${parameter.name}=`]) {
        const { status, tag } = await ask(path, query);
        assert.deepEqual([status, tag], [plain.status, plain.tag], `${path}?${query}`);
      }
      if (kind === 'text') continue;
      const [good, bad] = [goodValue(one), `${parameter.name}=NaN`];
      await assertRefused(one, `${bad}&${good}`, longName(one));
      if (isFdsn) await assertRefused(one, `${good}&${good}`, longName(one));
      else assert.deepEqual(await ask(path, `${good}&${bad}`), await ask(path, good), `${path}?${good}&${bad}`);
    }
  });

const GOOD: Record<Exclude<Kind, 'text' | 'word'>, string[]> = {
  number: ['5', '38'],
  integer: ['5'],
  boolean: ['false'],
  day: ['2026-06-12'],
  instant: ['2026-06-12T00:00:00Z'],
};

/** A value that the parameter alone may have. */
function goodValue({ parameter, kind }: Case): string {
  const values = kind === 'word' ? (parameter.schema['enum'] as string[]) : GOOD[kind as keyof typeof GOOD];
  return `${parameter.name}=${values[0]}`;
}

for (const [path, cases] of DESCRIBED)
  test(`${path}: odd forms of a number are that number, or are refused`, async () => {
    const asked = new Map<string, Promise<Seen>>();
    const once = (query: string) => asked.getOrInsertComputed(query, () => ask(path, query));
    for (const one of cases.filter(({ kind, isFdsn }) => kind === 'number' || (kind === 'integer' && isFdsn))) {
      const { parameter, kind, isFdsn } = one;
      const { name } = parameter;
      const forms = kind === 'integer' ? XML_INTEGERS : [...NUMBERS, ...(isFdsn ? XML_NUMBERS : [])];
      for (const [odd, plain] of forms) {
        const [as, is] = [await ask(path, `${name}=${odd}`), await once(`${name}=${plain}`)];
        assert.deepEqual([as.status, as.tag], [is.status, is.tag], `${path}?${name}=${odd}`);
      }
      if (isFdsn) continue;
      for (const [odd] of XML_NUMBERS.slice(0, 5)) await assertRefused(one, `${name}=${odd}`, longName(one));
    }
  });
