/** The answers as types, compiled by the compilers themselves and used on answers of a gateway (docs/models.md). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compileModels } from '../../scripts/compile/models/compile.ts';
import { type OpenApiDocument, typesOf } from '../../scripts/compile/models/schema.ts';
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

const object = (...names: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
  required: names,
});
const compile = (schemas: OpenApiDocument['components']['schemas']) => () => compileModels({ components: { schemas } });

test('schemas that languages cannot tell apart are refused by name', () => {
  assert.throws(compile({ One: object('a_b', 'aB') }), /two members of One have the name aB/);
  const words = { type: 'string', title: 'Kind' };
  const twice = { one: { ...words, enum: ['a'] }, other: { ...words, enum: ['b'] } };
  assert.throws(compile({ One: { type: 'object', properties: twice } }), /two types have the name Kind/);
  const either = { oneOf: ['One', 'Other'].map((name) => ({ $ref: `#/components/schemas/${name}` })) };
  assert.throws(compile({ One: object('a'), Other: object('a'), Either: either }), /nothing marks One/);
  assert.throws(compile({ Either: either }), /there is no schema One/);
  assert.throws(compile({ One: { type: 'string' } }), /One is no object with members/);
});

test('names that languages have are others', () => {
  const names = typesOf({ components: { schemas: { Error: object('a'), class: object('a'), Quake: object('a') } } });
  assert.deepEqual(
    names.map(({ name }) => name),
    ['ErrorModel', 'ClassModel', 'Quake'],
  );
  const body = { type: 'object', properties: { status: { type: 'string', const: 'success' } } };
  assert.equal(typesOf({ components: { schemas: { List: body } } })[0]!.name, 'ListAnswer');
});
