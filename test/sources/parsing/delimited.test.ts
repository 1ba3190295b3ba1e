import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { lineSplitter, readTable } from '../../../generator/sources/parsing/delimited.ts';
import fc from '../../support/property.ts';

const letters = fc.constantFrom('"', '"', ',', ' ', '\t', 'a', '\u00a0');
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
      if (!text.includes('"')) return;
      const fields = parsed(text, { delimiter, relax_quotes: true })?.[0] ?? null;
      assert.deepEqual(lineSplitter(delimiter)(text), fields);
    }),
    { numRuns: 500 },
  );
});

test('lines are split together where the parser finds a record in each, else one by one', () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), (lines) => {
      const texts = ['a,b', ...lines.filter((text) => text.trim() !== '')];
      const together = parsed(texts.join('\n'), { skip_empty_lines: false });
      const rows = together?.length === texts.length ? together : texts.map(lineSplitter());
      const { records } = readTable(texts.join('\n'), []);
      const due = rows.slice(1).map((fields) => (fields === null ? [] : ['a', 'b'].map((_, at) => fields[at] ?? '')));
      assert.deepEqual(
        records.map(({ fields }) => [...fields.values()]),
        due,
      );
    }),
    { numRuns: 500 },
  );
});
