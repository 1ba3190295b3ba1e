/** The answers as types, compiled by the compilers themselves and used on answers of a gateway (docs/models.md). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compileModels } from '../../scripts/compile/models/compile.ts';
import type { OpenApiDocument } from '../../scripts/compile/models/schema.ts';
import { modelExamples } from '../../generator/site/model-examples.ts';

const ROOT = join(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

test('data/models is what the description of the API gives', () => {
  const models = compileModels(JSON.parse(read('data/openapi.json')) as OpenApiDocument);
  for (const [path, text] of Object.entries(models))
    assert.ok(read(`data/${path}`) === text, `scripts/compile.ts openapi makes data/${path} anew`);
});

test('docs/models.md has the examples of the site', () => {
  const text = read('docs/models.md');
  for (const { name, file, code } of modelExamples('http://localhost:8787')) {
    assert.ok(text.includes(`\`\`\`${name.toLowerCase()}\n${code}\n\`\`\``), name);
    assert.ok(text.includes(`/${file}`), file);
  }
});
