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

/** What a value must be: a list has one kind of items, `rest` is that of any other name. */
type Shape =
  | 'string'
  | 'number'
  | 'boolean'
  | 'duration'
  | 'null'
  | RegExp
  | { either: Shape[] }
  | { list: Shape }
  | { fields: Record<string, Shape>; rest?: Shape };

const map = (rest: Shape): Shape => ({ fields: {}, rest });
const STRINGS: Shape = { list: 'string' };
/** Compose takes numbers, booleans and nothing for a value too; of strings, YAML makes no other value. */
const VARIABLES = map({ either: ['string', 'null'] });
const HEALTH: Shape = {
  fields: { test: STRINGS, interval: 'duration', timeout: 'duration', start_period: 'duration', retries: 'number' },
};
const RESTART = /^(?:no|always|on-failure|unless-stopped)$/;
const VOLUME = /^[^:]+:\/[^:]+(?::ro)?$|^\$\{\w+:-\w+\}:\/[^:]+$/;
const PORT = /^(?:\d+|\$\{\w+:-\d+\}):\d+$/;

/** The part of https://github.com/compose-spec/compose-spec that is in use. */
const SERVICE: Shape = {
  fields: {
    ...{ build: 'string', image: 'string', command: STRINGS, profiles: STRINGS, restart: RESTART },
    ...{ init: 'boolean', read_only: 'boolean', tmpfs: STRINGS, cap_drop: STRINGS, security_opt: STRINGS },
    ...{ env_file: STRINGS, environment: VARIABLES, volumes: { list: VOLUME }, ports: { list: PORT } },
    ...{
      networks: STRINGS,
      network_mode: /^(?:none|host|bridge)$/,
      stop_grace_period: 'duration',
      healthcheck: HEALTH,
    },
    logging: { fields: { driver: 'string', options: map({ either: ['string', 'number', 'null'] }) } },
    depends_on: map({
      fields: { condition: /^service_(?:started|healthy|completed_successfully)$/ },
    }),
  },
};
const FILE: Shape = {
  fields: {
    ...{ name: /^[a-z0-9][a-z0-9_-]*$/, 'x-program': SERVICE, 'x-environment': VARIABLES },
    ...{ services: map(SERVICE), volumes: map('null') },
    networks: map({ fields: { ipam: { fields: { config: { list: { fields: { subnet: /^[\d.]+\/\d+$/ } } } } } } }),
  },
};

const SIMPLE = {
  string: (value: unknown) => typeof value === 'string',
  number: (value: unknown) => typeof value === 'number',
  boolean: (value: unknown) => typeof value === 'boolean',
  null: (value: unknown) => value === null,
  duration: (value: unknown) => typeof value === 'string' && /^(?:\d+(?:h|m|s|ms|us))+$/.test(value),
} as const;

/** Places of a value that are not of the shape. */
function faultsOf(value: unknown, shape: Shape, at = ''): string[] {
  const wrong = [`${at}: ${JSON.stringify(value)}`];
  if (typeof shape === 'string') return SIMPLE[shape](value) ? [] : wrong;
  if (shape instanceof RegExp) return typeof value === 'string' && shape.test(value) ? [] : wrong;
  if ('either' in shape) return shape.either.some((one) => faultsOf(value, one).length === 0) ? [] : wrong;
  if ('list' in shape)
    return Array.isArray(value) ? value.flatMap((item, nth) => faultsOf(item, shape.list, `${at}/${nth}`)) : wrong;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return wrong;
  return Object.entries(value).flatMap(([name, item]) => {
    const field = shape.fields[name] ?? shape.rest;
    return field === undefined ? [`${at}/${name}: unknown`] : faultsOf(item, field, `${at}/${name}`);
  });
}

interface Compose {
  services: Record<
    string,
    { volumes?: string[]; networks?: string[]; depends_on?: object; healthcheck?: { test?: string[] } }
  >;
  volumes: object;
  networks: object;
}

test('compose.yml is of the types of the Compose specification, and names what it has', () => {
  const compose = parse(read('compose.yml')) as Compose;
  assert.deepEqual(faultsOf(compose, FILE), []);
  const { services, volumes, networks } = compose;
  for (const [name, service] of Object.entries(services)) {
    for (const volume of service.volumes ?? []) {
      const source = /^\$\{\w+:-(\w+)\}/.exec(volume)?.[1] ?? volume.split(':')[0]!;
      assert.ok(source.startsWith('./') ? existsSync(join(ROOT, source)) : source in volumes, `${name}: ${volume}`);
    }
    for (const network of service.networks ?? []) assert.ok(network in networks, `${name}: ${network}`);
    for (const other of Object.keys(service.depends_on ?? {})) assert.ok(services[other]?.healthcheck, other);
  }
});

test('the health check that was a mapping is found', () => {
  const wrong = read('compose.yml')
    .replace(/- "(fetch\(.*)"/, '- $1')
    .replace('ok ? 0 : 1', 'ok ? 0: 1');
  assert.match(faultsOf(parse(wrong), FILE).join(), /^\/services\/gateway\/healthcheck\/test\/3: \{"fetch/);
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
