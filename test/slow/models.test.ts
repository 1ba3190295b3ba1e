/** Typed models (docs/models.md), compiled by the compilers of their languages, read the answers of a gateway. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import ts from 'typescript';
import { MODELS } from '#core/paths.ts';
import { startServer } from '../../gateway/http/server.ts';
import { compileModels } from '../../scripts/compile/models/compile.ts';
import { type OpenApiDocument, typesOf } from '../../scripts/compile/models/schema.ts';
import { syntheticDataset } from '../support/dataset.ts';
import { testGateway } from '../support/gateway.ts';
import { ANSWER_TYPES, type Answers, bare, grown, summaryOf, writeAnswers } from '../support/models/answers.ts';
import { COMPILERS, type Program, parserOf, ROOT, WITHOUT_GRAMMARS } from '../support/models/compilers.ts';
import { TEMPORARY } from '../support/temporary.ts';

const own = (path: string): string => join(ROOT, 'data', path);
const DESCRIPTION = JSON.parse(readFileSync(own('openapi.json'), 'utf8')) as OpenApiDocument;
const TYPES = typesOf(DESCRIPTION);
const IS_CI = process.env['CI'] !== undefined;

/** Names that languages keep for themselves, or cannot begin so. */
const ODD_NAMES = (
  'class default in is as func fun val var when object init self this super import package return switch case static ' +
  'extends with operator inout where guard type range go map chan select interface struct hashCode to_string copy ' +
  'from_json value json raw_value 24h hash_value equals await async late required'
).split(' ');
const text = { type: 'string' };
const oddObject = {
  type: 'object',
  properties: {
    ...Object.fromEntries(ODD_NAMES.map((name) => [name, text])),
    kind: { type: 'string', enum: ['class', 'default', 'new', '24h', 'true'] },
    any: {},
    inner: { type: ['object', 'null'], properties: { in: { type: 'array', items: text } }, required: ['in'] },
  },
  required: [...ODD_NAMES, 'kind', 'inner'],
};
const odd = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const ODD = compileModels({
  components: {
    schemas: {
      ...{ List: oddObject, class: oddObject, Either: { oneOf: [odd('List'), odd('Error')] } },
      Error: { type: 'object', properties: { for: text }, required: ['for'], description: 'A */ comment.' },
    },
  },
});

const { files, detailed } = syntheticDataset({ seed: 7, count: 1200 });
const { app, get } = testGateway(files);
const folder = mkdtempSync(join(TEMPORARY, 'models-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const ADDRESSES: Record<keyof Answers, string> = {
  list: '/api.php?updated_after=2000-01-01T00:00:00Z&limit=1000',
  detail: `/deprem_api.php?id=${detailed[0]!.id}`,
  statistics: '/stats_api.php',
  stations: '/station_api.php',
  status: '/status',
  export: '/export.php?format=geojson',
  events: '/fdsnws/event/1/query?format=geojson&limit=20',
  event: `/fdsnws/event/1/query?format=geojson&eventid=${detailed[0]!.eventId}`,
  error: '/api.php?limit=none',
};

let answers: Answers;
const variants: Record<string, Answers> = {};
before(async () => {
  const read = async (address: string): Promise<unknown> => (await get(address)).json();
  const entries = Object.entries(ADDRESSES).map(async ([name, address]) => [name, await read(address)] as const);
  answers = Object.fromEntries(await Promise.all(entries)) as unknown as Answers;
  Object.assign(variants, { present: answers, grown: grown(answers, TYPES), bare: bare(answers, TYPES) });
  for (const [name, variant] of Object.entries(variants)) {
    mkdirSync(join(folder, name));
    writeAnswers(join(folder, name), variant);
  }
});

test('the answers have what the programs print', () => {
  const [counts, sums, detail] = summaryOf(answers)
    .split('\n')
    .map((line) => line.split(' '));
  const [count, items, earthquakes, tombstones] = counts!.map(Number);
  assert.equal(count, items);
  assert.ok(earthquakes! > 100 && tombstones! > 0 && earthquakes! + tombstones! === items);
  assert.ok(Number(sums![0]) > 10_000);
  assert.equal(detail![0], String(detailed[0]!.id));
  assert.match(summaryOf(variants['grown']!), / a new word /);
  assert.notEqual(summaryOf(variants['bare']!), summaryOf(answers));
});

for (const [language, compiler] of Object.entries(COMPILERS)) {
  const { model, main, example, missing, isInCi } = compiler;
  const skip = missing !== undefined && !(IS_CI && isInCi) && `${missing} is not installed`;
  test(
    `${language}: the models compile, and read answers of today, of later versions and without options`,
    { skip },
    async () => {
      assert.equal(missing, undefined, '.ci/run installs it');
      const place = join(folder, language);
      mkdirSync(place);
      const sources = [join(ROOT, 'test/support/models', main), join(place, example)];
      const server = await startServer({ app, port: 0, host: '127.0.0.1', log: () => undefined });
      const program = readFileSync(own(`models/examples/${example}`), 'utf8');
      writeFileSync(sources[1]!, program.replace('http://localhost:8787', `http://127.0.0.1:${server.port}`));
      try {
        const texts = { own: readFileSync(own(model), 'utf8'), odd: ODD[model]! };
        const [summary, list] = (await compiler.compile(place, texts, sources)) as [Program, Program];
        for (const [name, variant] of Object.entries(variants))
          assert.equal(await summary(join(folder, name)), summaryOf(variant), name);
        const printed = (await list()).trimEnd().split('\n');
        const { earthquakes } = (await (await get('/api.php?limit=5&min_magnitude=4')).json()) as typeof answers.list;
        assert.equal(printed.length, 5);
        for (const [index, { occurred_at, location }] of earthquakes.entries()) {
          const line = printed[index]!;
          assert.ok(line.startsWith(occurred_at!) && line.endsWith(location!), line);
        }
      } finally {
        await server.stop(100);
      }
    },
  );
}

const QUOTED = {
  swift: /public var `class`: String\n[^]*static let `default` =/,
  dart: /final String class_;\n[^]*static const default_ =/,
};

for (const language of ['swift', 'dart'] as const)
  test(
    `${language}: models, example and odd names are programs by the grammar`,
    { skip: !IS_CI && WITHOUT_GRAMMARS && `${WITHOUT_GRAMMARS} is not installed` },
    async () => {
      assert.equal(WITHOUT_GRAMMARS, undefined, '.ci/run installs it');
      const parses = await parserOf(language);
      const model = readFileSync(own(MODELS[language]), 'utf8');
      const program = readFileSync(join(ROOT, `test/support/models/main.${language}`), 'utf8');
      const example = readFileSync(own(`models/examples/example.${language}`), 'utf8');
      for (const one of [model, program, example, ODD[MODELS[language]]!]) assert.ok(parses(one), one.slice(0, 200));
      // A missing brace is found; keywords as names are not.
      assert.ok(!parses(model.slice(0, model.lastIndexOf('}'))));
      assert.match(ODD[MODELS[language]]!, QUOTED[language]);
    },
  );

/** The compiler takes long for many. */
const short = (all: Answers): Answers => ({
  ...all,
  list: { ...all.list, earthquakes: all.list.earthquakes.slice(-100) },
  export: { ...all.export, features: all.export.features.slice(0, 50) },
});

test('TypeScript: answers are of their types with no other members, mistakes are found, the example compiles', () => {
  const write = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const imported = `import type { ${[...new Set(Object.values(ANSWER_TYPES))].join(', ')} } from './hiposantr.ts';\n`;
  const constants = (values: Answers): string =>
    Object.entries(ANSWER_TYPES)
      .map(([name, type]) => `export const ${name}_: ${type} = ${JSON.stringify(values[name as keyof Answers])};\n`)
      .join('');
  const names = [
    write(
      'globals.d.ts',
      'declare function fetch(address: string): Promise<{ json(): Promise<unknown> }>;\n' +
        'declare const console: { log(...values: unknown[]): void };\n',
    ),
    write('hiposantr.ts', readFileSync(own(MODELS.typescript), 'utf8')),
    write('odd.ts', ODD[MODELS.typescript]!),
    write('present.ts', imported + constants(short(answers))),
    write('bare.ts', imported + constants(short(variants['bare']!))),
    write('example.ts', readFileSync(own('models/examples/example.ts'), 'utf8')),
    write(
      'mistakes.ts',
      `${imported}export const count = (list: ListAnswer): string => list.count;\n${constants({ ...short(answers), error: {} as Answers['error'] })}`,
    ),
  ];
  const program = ts.createProgram(names, {
    ...{
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      lib: ['lib.es2022.d.ts'],
      types: [],
    },
    ...{
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
    },
  });
  const problems = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => ({
    file: file?.fileName.split('/').at(-1),
    text: ts.flattenDiagnosticMessageText(messageText, ' ').slice(0, 300),
  }));
  assert.deepEqual(
    problems.filter(({ file }) => file !== 'mistakes.ts'),
    [],
  );
  assert.equal(problems.length, 2, JSON.stringify(problems));
});
