/** The hash of a module follows whatever it computes with, and nothing else. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type * as SourceHash from '#runtime/source-hash.ts';
import { type Edit, programCopy } from '../support/program-copy.ts';

const EXPORTS = 'gateway/endpoints/export-formats/formats.ts';
const DRAWING = 'generator/site/drawing/previews.ts';

const append: Edit['edit'] = (text) => `${text}// changed\n`;

const CASES: [what: string, edit: Edit, changed: string[]][] = [
  ['itself', { file: EXPORTS, edit: append }, [EXPORTS]],
  ['the table of fields', { file: 'generator/core/record/list-fields.ts', edit: append }, [EXPORTS]],
  ['what both import', { file: 'generator/core/unsettled.ts', edit: append }, [EXPORTS, DRAWING]],

  ['another module', { file: 'gateway/endpoints/detail.ts', edit: append }, []],
  ['line ends', { file: EXPORTS, edit: (text) => text.replaceAll('\n', '\r\n') }, []],
];

test('the hash of a module changes with what it imports, and with nothing else', async (t) => {
  const hashes = async (edit: Edit): Promise<string[]> => {
    const { load, isEdited } = programCopy(t, edit);
    assert.ok(isEdited || edit === NONE);
    const { sourceHash } = await load<typeof SourceHash>('generator/runtime/source-hash.ts');
    return [EXPORTS, DRAWING].map((module) => sourceHash(module));
  };
  const NONE: Edit = { file: EXPORTS, edit: (text) => text };
  const before = await hashes(NONE);
  for (const [what, edit, changed] of CASES) {
    const after = await hashes(edit);
    const differing = [EXPORTS, DRAWING].filter((_, index) => after[index] !== before[index]);
    assert.deepEqual(differing, changed, what);
  }
});
