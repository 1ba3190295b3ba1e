import assert from 'node:assert/strict';
import test from 'node:test';
import { readColumns, writeColumns, type ShardColumns } from '#core/columns.ts';
import { isLine, SEPARATOR_BYTES, ShardFormatError } from '#core/sections.ts';
import { KNOWN_AGENCIES } from '#core/agencies.ts';
import { EVENT_TYPES } from '#core/event-types.ts';
import { agencyBits } from '#core/shard.ts';
import { fold } from '#core/text.ts';
import { formatInstant, formatSecond, parseDay } from '#core/time.ts';
import { listBody, type ListItem } from '#core/wire.ts';
import fc from '../support/property.ts';

const times = fc.integer({ min: parseDay('0001-01-01')!, max: parseDay('9999-12-31')! });
const values = fc.double({ min: -1000, max: 1000, noNaN: true }).map((value) => value + 0);
const words = fc.constantFrom('Şarköy (Tekirdağ)', 'IĞDIR', 'Ege Denizi', '希腊', 'a,b "c"', 'ÇANDARLI  körfezi', 'k');
const items: fc.Arbitrary<ListItem> = fc.record(
  {
    id: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
    event_id: fc.constant('a000000000000001'),
    occurred_at: times.map(formatSecond),
    latitude: values,
    longitude: values,
    depth_km: fc.option(values),
    magnitude: fc.option(values),
    location: words,
    agency_location: words,
    province: fc.constant('İzmir'),
    province_code: fc.constantFrom('01', '34', '81', null),
    district: fc.constant(null),
    source: fc.constantFrom(...KNOWN_AGENCIES),
    sources: fc.array(fc.record({ name: fc.constantFrom(...KNOWN_AGENCIES), magnitude: values })),
    event_type: fc.constantFrom(...EVENT_TYPES),
    blast_probability: fc.constantFrom(0.01, 0.5, 0.51, 1),
    updated_at: times.map(formatInstant),
  },
  {
    requiredKeys: [
      ...(['id', 'event_id', 'occurred_at', 'latitude', 'longitude', 'depth_km', 'magnitude'] as const),
      ...(['location', 'source', 'updated_at'] as const),
      ...(['province', 'province_code', 'district'] as const),
    ],
  },
);
const shards = fc.array(items, { maxLength: 40 });

const linesOf = (records: ListItem[]): string[] => records.map((record) => JSON.stringify(record));
const bodyOf = (records: ListItem[]): Uint8Array => Buffer.from(listBody(linesOf(records)));
const wordsOf = ({ location, agency_location: agencyText }: ListItem): string =>
  [location, ...(agencyText === undefined ? [] : [agencyText])].map((part) => `${fold(part)}\n`).join('');
const columnsOf = (records: ListItem[]): ShardColumns =>
  readColumns(writeColumns(records, bodyOf(records), records.map(wordsOf)), records.length);

/** The search text of a row. */
const textOf = ({ text, textStart, texts }: ShardColumns, row: number): string =>
  Buffer.from(texts.subarray(textStart[text[row]!], textStart[text[row]! + 1])).toString();

function checkRow(columns: ShardColumns, row: number, item: ListItem): void {
  const { sources = [], event_type: type = 'earthquake' } = item;
  const isMarked = /^quarry blast$|explosion|^road cut$|^blasting levee$/.test(type);
  assert.deepEqual(
    {
      id: columns.id[row],
      time: formatSecond(columns.time[row]!),
      numbers: [columns.latitude[row], columns.longitude[row], columns.depthKm[row], columns.magnitude[row]],
      updatedAt: formatInstant(columns.updatedAt[row]!),
      agencies: columns.agencies[row],
      type: columns.eventTypes[columns.eventType[row]!],
      province: columns.province[row],
      blast: columns.blast[row],
      text: textOf(columns, row),
    },
    {
      id: item.id,
      time: item.occurred_at,
      numbers: [item.latitude, item.longitude, item.depth_km ?? NaN, item.magnitude ?? NaN],
      updatedAt: item.updated_at,
      agencies: agencyBits([item.source, ...sources.map(({ name }) => name)]),
      type,
      province: item.province_code === null ? 0 : Number(item.province_code),
      blast: Number(isMarked || (item.blast_probability ?? 0) > 0.5),
      text: wordsOf(item),
    },
  );
}

test('columns give what the records say, and where their lines are', () => {
  fc.assert(
    fc.property(shards, (records) => {
      const body = bodyOf(records);
      const columns = columnsOf(records);
      assert.equal(columns.rows, records.length);
      for (const [row, item] of records.entries()) checkRow(columns, row, item);
      const lines = records.map((_, row) =>
        Buffer.from(body.subarray(columns.line[row], columns.line[row + 1]! - SEPARATOR_BYTES)).toString(),
      );
      assert.deepEqual(lines, linesOf(records));
    }),
  );
});

test('each line has the checksum of its bytes, and of no others', () => {
  fc.assert(
    fc.property(shards, fc.nat(), (records, chosen) => {
      const [body, columns] = [bodyOf(records), columnsOf(records)];
      for (let row = 0; row < records.length; row += 1) {
        const bytes = body.slice(columns.line[row], columns.line[row + 1]);
        assert.ok(isLine(columns, row, bytes));
        bytes[chosen % bytes.length]! ^= 1;
        assert.ok(!isLine(columns, row, bytes));
        assert.ok(!isLine(columns, row, bytes.subarray(1)));
      }
    }),
    { numRuns: 50 },
  );
});

test('equal words are stored once, and found as a search of each row finds them', () => {
  const parts = fc.constantFrom('k', 'igdir', 'denizi', 'candarli korfezi', '(tekirdag)', ')', '希', 'x', 'a,b "c"');
  fc.assert(
    fc.property(shards, parts, (records, part) => {
      const columns = columnsOf(records);
      const texts = records.map((_, row) => textOf(columns, row));
      assert.equal(columns.textStart.length - 1, new Set(texts).size);
      const found = columns.textsWith(part);
      assert.deepEqual(
        texts.map((text) => text.includes(part)),
        texts.map((_, row) => found[columns.text[row]!] === 1),
      );
    }),
  );
});

test('the same records give the same bytes, wherever they lie in memory', () => {
  const records = fc.sample(items, { numRuns: 30, seed: 7 });
  const bytes = writeColumns(records, bodyOf(records), records.map(wordsOf));
  assert.deepEqual(writeColumns(structuredClone(records), bodyOf(records), records.map(wordsOf)), bytes);
  const shifted = Buffer.concat([Buffer.from('x'), bytes]).subarray(1);
  assert.deepEqual(readColumns(shifted, 30).time, readColumns(bytes, 30).time);
});

const sample = fc.sample(items, { numRuns: 21, seed: 3 });
const good = writeColumns(sample, bodyOf(sample), sample.map(wordsOf));
/** The file with other values in one of its sections. */
function damaged(change: (columns: ShardColumns) => void): Uint8Array {
  const copy = Uint8Array.from(good);
  change(readColumns(copy, sample.length));
  return copy;
}
const COUNTS = { rows: 8, texts: 12, textBytes: 16, typeBytes: 20 };
const countChanged = (at: number, by: number): Uint8Array => {
  const copy = Uint8Array.from(good);
  new DataView(copy.buffer).setUint32(at, new DataView(copy.buffer).getUint32(at, true) + by, true);
  return copy;
};
const DAMAGES: [string, Uint8Array, RegExp][] = [
  ['nothing', new Uint8Array(), /does not begin with/],
  ['another magic', damaged(() => undefined).with(7, 0x31), /does not begin with/],
  ['a byte more', Buffer.concat([good, Buffer.alloc(1)]), /bytes where \d+ are due/],
  ['lines that go back', damaged(({ line }) => (line[3] = line[2]! - 1)), /lines out of order/],
  ['a line without end', damaged(({ line }) => (line[21] = 0)), /lines out of order/],
  ['a text beyond the last one', damaged(({ text }) => (text[20] = 2 ** 31)), /a text that is not there/],
  ['texts that go back', damaged(({ textStart }) => (textStart[1] = 2 ** 30)), /texts out of order/],
  ['texts that begin later', damaged(({ textStart }) => (textStart[0] = 1)), /texts out of order/],
  ['texts that end later', damaged(({ textStart }) => (textStart[textStart.length - 1]! += 1)), /texts out of order/],
  ['an unknown event type', damaged(({ eventType }) => (eventType[0] = 255)), /an event type that is not there/],
  ['a row more', countChanged(COUNTS.rows, 1), /22 records where 21 are due/],
  ['a text more', countChanged(COUNTS.texts, 1), /out of order|are due|not there/],
  ['texts longer by a section', countChanged(COUNTS.textBytes, 8), /are due/],
  ['types longer by a section', countChanged(COUNTS.typeBytes, 8), /are due/],
  ['counts beyond all memory', countChanged(COUNTS.textBytes, 2 ** 31), /are due/],
];
for (const [what, bytes, message] of DAMAGES)
  test(`${what} is refused as columns`, () => {
    assert.throws(() => readColumns(bytes, sample.length), { name: 'ShardFormatError', message });
  });

test('wherever a column file is cut, and whatever byte is another, it is refused or read within its bounds', () => {
  for (let length = 0; length < good.length; length += 1)
    assert.throws(() => readColumns(good.slice(0, length), sample.length), ShardFormatError);
  fc.assert(
    fc.property(fc.nat({ max: good.length - 1 }), fc.integer({ min: 1, max: 255 }), (at, by) => {
      try {
        const columns = readColumns(good.with(at, good[at]! ^ by), sample.length);
        for (let row = 0; row < columns.rows; row += 1) {
          assert.notEqual(textOf(columns, row), '');
          assert.notEqual(columns.eventTypes[columns.eventType[row]!], undefined);
        }
        columns.textsWith('k');
      } catch (error) {
        if (!(error instanceof ShardFormatError)) throw error;
      }
    }),
    { numRuns: 500 },
  );
});
