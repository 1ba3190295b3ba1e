/** The programs of docs/recipes.md, of docs/api.md and of the site's quick starts, as a reader pastes them. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { DuckDBInstance } from '@duckdb/node-api';
import type { Earthquake } from '#core/earthquake.ts';
import { startServer } from '../../gateway/http/server.ts';
import { STARTS } from '../../generator/site/pages/docs.ts';
import { big } from '../support/big-dataset.ts';
import * as real from '../support/fdsn-dataset.ts';
import { testGateway } from '../support/gateway.ts';
import { temporaryFolder } from '../support/temporary.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, '../../docs', name), 'utf8');
/** A section of each; that of the API reads all pages. */
const TEXT = read('recipes.md') + /^#(## Reading all\n[^]*?)(?=^##)/m.exec(read('api.md'))![1]!;
const ADDRESS = 'http://localhost:8787';

interface Served {
  address: string;
  /** Earthquakes that the recipes ask for. */
  large: readonly Earthquake[];
}

const largeOf = (earthquakes: readonly Earthquake[]): Earthquake[] =>
  earthquakes.filter(({ magnitude, time }) => magnitude !== null && magnitude >= 4 && time >= Date.UTC(2015, 0, 1));

const small: Served = { address: '', large: largeOf(real.earthquakes) };
/** Answers of more than a thousand events: programs read them in ranges. */
const long: Served = { address: '', large: largeOf(big.earthquakes) };

const stops: (() => Promise<void>)[] = [];
before(async () => {
  await real.dataset.refresh();
  const gateways = [
    [small, real.app],
    [long, testGateway(big.files).app],
  ] as const;
  for (const [served, app] of gateways) {
    const server = await startServer({ app, port: 0, host: '127.0.0.1', log: () => undefined });
    served.address = `http://127.0.0.1:${server.port}`;
    stops.push(() => server.stop(100));
  }
});
after(() => Promise.all(stops.map((stop) => stop())));

const runs = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** The Python of the system has the packages of Debian. */
const pythonWith = (name: string): string | undefined =>
  ['/usr/bin/python3', 'python3'].find((python) => runs(python, '-c', `import ${name}`));

const lastLine = (printed: string): string => printed.trimEnd().split('\n').at(-1)!.trim();
const endsWithCount = (printed: string, { large }: Served): void =>
  assert.equal(lastLine(printed), String(large.length), printed.slice(-2000));

interface Kind {
  /** Undefined where the program is not installed. */
  command: string | undefined;
  /** Name of the script; a shell command has none. */
  script?: string;
}

const program = (name: string): string | undefined => (runs('sh', '-c', `command -v ${name}`) ? name : undefined);
const KINDS: Record<string, (code: string) => Kind> = {
  sh: (code) => ({ command: program(code.split(' ')[0]!) && 'sh' }),
  js: () => ({ command: process.execPath, script: 'recipe.mjs' }),
  python: (code) => ({ command: pythonWith(/(?:import|from) (\w+)/.exec(code)![1]!), script: 'recipe.py' }),
  r: () => ({ command: program('Rscript'), script: 'recipe.R' }),
};

const execute = promisify(execFile);

async function run(
  kind: Kind,
  code: string,
  { address, folder }: { address: string; folder: string },
): Promise<string> {
  const text = code.replaceAll(ADDRESS, address);
  if (kind.script !== undefined) writeFileSync(join(folder, kind.script), text);
  const { stdout, stderr } = await execute(kind.command!, kind.script === undefined ? ['-ec', text] : [kind.script], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C.UTF-8' },
  });
  return stdout + stderr;
}

/** What a block prints, by the program's name. */
const CHECKS: Record<string, (printed: string, served: Served, folder: string) => void> = {
  curl(printed, { large }, folder) {
    if (printed === '') assert.ok(readFileSync(join(folder, 'earthquakes-2023.parquet')).byteLength > 1000);
    else assert.equal((JSON.parse(printed) as { count: number }).count, large.length);
  },
  ogrinfo: (printed, { large }) =>
    assert.match(printed, new RegExp(`Geometry: (?:3D )?Point[^]*Feature Count: ${large.length}\\n`)),
};

async function runSql(sql: string, folder: string): Promise<void> {
  const connection = await (await DuckDBInstance.create()).connect();
  await connection.run(`SET file_search_path = '${folder}'`);
  const [row] = (await connection.runAndReadAll(sql)).getRowsJson();
  const own = real.earthquakes.filter(
    ({ magnitude, time }) => magnitude !== null && magnitude >= 4 && new Date(time).getUTCFullYear() === 2023,
  );
  assert.deepEqual(row!.slice(0, 2).map(Number), [own.length, Math.max(...own.map(({ magnitude }) => magnitude!))]);
}

test('the recipes ask for something', () => assert.ok(small.large.length > 5 && long.large.length > 1000));

for (const [, section, blocks] of TEXT.matchAll(/^## (.+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm))
  for (const [index, [, language, code]] of [...blocks!.matchAll(/```(\w+)\n([\s\S]*?)```/g)].entries()) {
    if (language === 'sql') continue;
    const kind = KINDS[language!]!(code!);
    const name = code!.split(' ')[0]!;
    const isNeeded = name === 'ogrinfo' && process.env['CI'] !== undefined;
    const skip = kind.command === undefined && !isNeeded && 'not installed';
    test(`${section}, block ${index + 1}`, { skip }, async (t) => {
      assert.ok(kind.command, `${name} is not installed`);
      const folder = temporaryFolder(t);
      for (const served of name === 'ogrinfo' || section === 'Reading all' ? [small, long] : [small]) {
        const printed = await run(kind, code!, { address: served.address, folder });
        (CHECKS[name] ?? endsWithCount)(printed, served, folder);
      }
      const [, sql] = /```sql\n([\s\S]*?)```/.exec(blocks!) ?? [];
      if (sql) await runSql(sql, folder);
    });
  }

const LANGUAGES: Record<string, string> = { curl: 'sh', javascript: 'js', python: 'python', obspy: 'python', r: 'r' };

for (const { id, name, code } of STARTS.filter((start) => start.id in LANGUAGES)) {
  const kind = KINDS[LANGUAGES[id]!]!(code(ADDRESS));
  const skip = kind.command === undefined && 'not installed';
  test(`quick start of the site: ${name}`, { skip }, async (t) => {
    const printed = await run(kind, code(ADDRESS), { address: small.address, folder: temporaryFolder(t) });
    if (id !== 'r') assert.match(printed, /\b\d+\.\d+\b/);
    assert.doesNotMatch(printed, /\berror\b/i);
  });
}
