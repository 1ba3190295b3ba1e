import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { readTable, splitLine } from '../../../generator/sources/parsing/delimited.ts';
import fc from '../../support/property.ts';

const letters = fc.constantFrom('"', '"', ',', ' ', '\t', 'a');
const line = fc.string({ unit: letters, maxLength: 8 });

const parsed = (text: string, options: object): string[][] | null => {
  try {
    return parse(text, { relax_column_count: true, trim: true, ...options }) as string[][];
  } catch {
    return null;
  }
};

test('a line with quotation marks is split as the CSV parser splits it', () => {
  fc.assert(
    fc.property(line, fc.constantFrom(',', '\t'), (text, delimiter) => {
      // The parser opens an empty field again: it reads `"" "a"` as a field.
      if (!text.includes('"') || /""\s+"/.test(text)) return;
      const fields = parsed(text, { delimiter, relax_quotes: true })?.[0] ?? null;
      assert.deepEqual(splitLine(text, delimiter), fields);
    }),
    { numRuns: 500 },
  );
});

test('each line of a table is split by itself, whatever stands in the others', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
      const rows = lines.filter((text) => text.trim() !== '');
      const { records } = readTable(['a,b', ...rows].join('\n'), []);
      assert.deepEqual(
        records.map(({ fields }) => [...fields.values()]),
        rows
          .map((text) => splitLine(text))
          .map((fields) => (fields ? ['a', 'b'].map((_, at) => fields[at] ?? '') : [])),
      );
    }),
    { numRuns: 500 },
  );
});
