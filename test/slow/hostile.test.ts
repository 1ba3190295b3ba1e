/**
 * Hostile documents, as large as they may be or a part of it, through the reader thread: none reaches its deadline or
 * memory limit.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReader } from '../../generator/sources/reader/reader.ts';
import { DocumentError } from '../../generator/sources/feed.ts';
import { boundOf, HOSTILE_DOCUMENTS } from '../support/hostile-documents.ts';

/** ms; the slowest takes about a second. What grows with the square of these sizes takes hours. */
const DEADLINE = 120_000;

/** HOSTILE_PART=1 reads documents of the maximum size; a part of that size has to do with that part of the memory. */
const PART = Number(process.env['HOSTILE_PART'] ?? 4);
const MEMORY = 2048;

test(`no hostile document of 1/${PART} of its limit is abandoned`, async (t) => {
  const reader = createReader({ deadlineMs: DEADLINE, memoryMb: MEMORY / PART });
  t.after(() => reader.close());
  const ends = { read: 0, refused: 0 };
  for (const document of HOSTILE_DOCUMENTS) {
    const { as, name, make } = document;
    const bytes = make(Math.floor(boundOf(document) / PART));
    const isList = as === 'afad-stations' || as === 'kandilli-stations';
    try {
      await (isList ? reader.stations(as, bytes, 0) : reader.parse(bytes, { as }));
      ends.read += 1;
    } catch (error) {
      assert.ok(error instanceof DocumentError, `${name}: ${String((error as Error).stack)}`);
      assert.doesNotMatch(error.message, /given up/, name);
      ends.refused += 1;
    }
  }
  assert.ok(ends.read >= 20 && ends.refused >= 20, JSON.stringify(ends));
});
