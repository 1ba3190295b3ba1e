/** YAML files of the repository: whole, and compose.yml as the Compose specification has it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseDocument } from 'yaml';
import { temporaryFolder } from './support/temporary.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (name: string): string => readFileSync(join(ROOT, name), 'utf8');

/** As YAML 1.2 with the merge keys of Compose. @throws for what is not whole, a warning included */
function parse(text: string): unknown {
  const document = parseDocument(text, { merge: true, strict: true, uniqueKeys: true });
  assert.deepEqual([...document.errors, ...document.warnings].map(String), []);
  return document.toJS();
}

/** Parts of compose.yml, as far as they are looked at. */
interface Compose {
  services: Record<
    string,
    {
      volumes?: string[];
      networks?: string[];
      depends_on?: object;
      command?: string[];
      healthcheck?: { test?: string[] };
    }
  >;
  volumes: object;
  networks: object;
}

test('compose.yml names what it has, and each word of a command is a text', () => {
  const { services, volumes, networks } = parse(read('compose.yml')) as Compose;
  for (const [name, service] of Object.entries(services)) {
    for (const volume of service.volumes ?? []) {
      const source = /^\$\{\w+:-(\w+)\}/.exec(volume)?.[1] ?? volume.split(':')[0]!;
      assert.ok(source.startsWith('./') ? existsSync(join(ROOT, source)) : source in volumes, `${name}: ${volume}`);
    }
    for (const network of service.networks ?? []) assert.ok(network in networks, `${name}: ${network}`);
    for (const word of [...(service.command ?? []), ...(service.healthcheck?.test ?? [])])
      assert.equal(typeof word, 'string', `${name}: ${JSON.stringify(word)}`);
    for (const other of Object.keys(service.depends_on ?? {})) assert.ok(services[other]?.healthcheck, other);
  }
});

/** The command, and whether it knows a project's `name`, which version 1 does not. */
const COMPOSE = [
  { command: ['docker', 'compose'], hasName: true },
  { command: ['docker-compose'], hasName: false },
].find(({ command: [program, ...rest] }) => spawnSync(program!, [...rest, 'version']).status === 0);

test('Docker Compose reads compose.yml', { skip: COMPOSE ? false : 'there is no Docker Compose' }, (t) => {
  const folder = temporaryFolder(t);
  const { command, hasName } = COMPOSE!;
  const text = read('compose.yml');
  writeFileSync(join(folder, 'compose.yml'), hasName ? text : text.replace(/^name: .*\n/m, ''));
  writeFileSync(join(folder, '.env'), '');
  const [program, ...rest] = command;
  const { status, stdout, stderr } = spawnSync(program!, [...rest, '-f', 'compose.yml', 'config'], {
    ...{ cwd: folder, encoding: 'utf8' },
    env: { ...process.env, AUTH_SECRET: 'a'.repeat(32), BASE_URL: 'https://example.org', POSTGRES_PASSWORD: 'b' },
  });
  assert.equal(status, 0, stderr);
  const { services } = parse(stdout) as Compose;
  assert.match(services['gateway']!.healthcheck!.test![3]!, /^fetch\('http.*ok \? 0 : 1/);
});

test('alert rules and the workflow are whole YAML; each step of a job is one command or one action', () => {
  const files = globSync(['docs/**/*.{yml,yaml}', '.github/**/*.{yml,yaml}', '*.{yml,yaml}'], { cwd: ROOT });
  for (const file of ['.github/workflows/ci.yml', 'compose.yml', 'docs/operations/alerts.yml'])
    assert.ok(files.includes(file), files.join());
  for (const file of files) parse(read(file));
  const { jobs } = parse(read('.github/workflows/ci.yml')) as {
    jobs: Record<string, { steps: { run?: unknown; uses?: unknown }[] }>;
  };
  for (const { run, uses } of Object.values(jobs).flatMap(({ steps }) => steps))
    assert.equal(typeof (run ?? uses), 'string');
});
