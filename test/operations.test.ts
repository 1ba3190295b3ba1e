/** The files in docs/operations/ against the program. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createRequestGuard } from '../gateway/access/guard.ts';
import { AGENCIES, KNOWN_AGENCIES } from '#core/agencies.ts';
import { ENDPOINT_PATHS } from '#core/endpoints.ts';
import { readConfig as readGatewayConfig } from '../gateway/config.ts';
import { Dataset } from '../gateway/dataset/dataset.ts';
import { AnswerMemory } from '../gateway/http/answer-memory.ts';
import { processMetrics } from '../gateway/metrics/process-metrics.ts';
import { RequestCounts } from '../gateway/metrics/request-counts.ts';
import { readConfig } from '../generator/cli/config.ts';
import { SOURCES } from '../generator/sources/agencies.ts';
import { memoryReader, syntheticDataset } from './support/dataset.ts';
import { temporaryFolder } from './support/temporary.ts';

const read = (name: string): string => readFileSync(new URL(`../docs/operations/${name}`, import.meta.url), 'utf8');

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[];
}

test('alert rules, the dashboard and the documentation name metrics that exist, and every one of ours', async () => {
  const dataset = new Dataset(memoryReader(syntheticDataset({ count: 50 }).files), { pollIntervalMs: Infinity });
  await dataset.refresh();
  const requests = new RequestCounts(ENDPOINT_PATHS);
  const { decisions } = createRequestGuard({ metering: undefined, now: Date.now, log: () => {} });
  const connections = { open: 0 };
  const registry = processMetrics({
    requests,
    decisions,
    dataset,
    answers: new AnswerMemory(),
    connections,
    folders: {},
    alerts: () => Promise.reject(new Error('no thread')),
  });
  const exported = new Set(registry.getMetricsAsArray().map(({ name }) => name));
  // Prometheus itself makes this one.
  exported.add('up');
  const { panels } = JSON.parse(read('grafana.json')) as Dashboard;
  const rules = [...read('alerts.yml').matchAll(/expr: (?:>-\n)?([\s\S]*?)\n +for:/g)].map(([, expr]) => expr!);
  assert.ok(rules.length >= 10 && panels.length >= 12);
  const inExpressions = namesIn([...rules, ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]);
  assert.deepEqual(
    [...inExpressions].filter((name) => !exported.has(name)),
    [],
  );
  const ours = [...exported].filter((name) => name.startsWith('hiposantr_'));
  const documented = namesIn([readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8')]);
  assert.deepEqual(
    ours.filter((name) => !documented.has(name)),
    [],
  );
  assert.deepEqual(
    [...documented].filter((name) => !exported.has(name)),
    [],
  );
});

const namesIn = (texts: string[]): Set<string> =>
  new Set(
    texts.flatMap((text) =>
      [...text.matchAll(/\b(?:hiposantr|process|nodejs)_[a-z0-9]+(?:_[a-z0-9]+)*\b|\bup(?=\{)/g)].map(([name]) =>
        name.replace(/(?<=duration_seconds)_(?:bucket|sum|count)$/, ''),
      ),
    ),
  );

const ROOT = join(import.meta.dirname, '..');
const UNITS = readdirSync(join(ROOT, 'docs/operations/systemd'));
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

/** What `systemd-analyze verify` finds wrong. */
function faultsOf(folder: string, units: [name: string, text: string][]): string {
  mkdirSync(folder);
  // It looks for the program of each unit.
  for (const [name, text] of units)
    writeFileSync(join(folder, name), text.replace(/(?<=^ExecStart=)\S+/m, process.execPath));
  const paths = units.map(([name]) => join(folder, name));
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...paths], {
    encoding: 'utf8',
  });
  const output = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('hiposantr'));
  return status === 0 ? output.join('\n') : `${status}: ${output.join('\n')}`;
}

test('systemd accepts the units', { skip: hasSystemd ? false : 'systemd-analyze is not there' }, (t) => {
  const folder = temporaryFolder(t);
  const units = UNITS.map((name): [string, string] => [name, read(`systemd/${name}`)]);
  assert.ok(units.length >= 4);
  assert.equal(faultsOf(join(folder, 'right'), units), '');
  const wrong = units.map(([name, text]): [string, string] => [
    name,
    text.replace('OnCalendar=*-*-*', 'OnCalendar=*-13-*'),
  ]);
  assert.match(faultsOf(join(folder, 'wrong'), wrong), /backup\.timer/);
});

test('the gateways of the units are those of the upstream and of the release', () => {
  const unit = read('systemd/hiposantr-gateway@.service');
  assert.match(unit, /^ExecStart=\/usr\/bin\/env PORT=878%i METRICS_PORT=946%i \S+\/node gateway\/main\.ts$/m);
  const servers = inRoot('docs/hosting.md').match(/server 127\.0\.0\.1:878\d max_fails=0;/g);
  assert.deepEqual(
    servers?.map((server) => /:878(\d)/.exec(server)![1]),
    ['7', '1', '2'],
  );
  assert.match(read('release.md'), /for gateway in 1 2; do\s+systemctl restart hiposantr-gateway@\$gateway/);
  assert.match(read('release.md'), /http:\/\/127\.0\.0\.1:878\$gateway\/manifest\.json/);
});

test('units and crontab start commands that exist, with options that they have', () => {
  const source = readFileSync(join(ROOT, 'generator/cli/program.ts'), 'utf8');
  const commands = new Map(
    source
      .split('.command(')
      .slice(1)
      .map((text): [string, string] => [/'([a-z]+)'/.exec(text)![1]!, text]),
  );
  const texts = [read('crontab'), ...UNITS.map((name) => read(`systemd/${name}`))];
  const started = texts.flatMap((text) =>
    [...text.matchAll(/^(?!#).*?\b((?:generator|gateway)\/main\.ts)([^\n;>]*)/gm)].map(([, script, args]) => [
      script!,
      args!.trim(),
    ]),
  );
  assert.ok(started.length >= 6, JSON.stringify(started));
  for (const [script, args] of started) {
    assert.ok(existsSync(join(ROOT, script!)), String(script));
    if (script === 'gateway/main.ts') assert.equal(args, '');
    else {
      const [name = '', ...rest] = args!.split(' ');
      const text = commands.get(name) ?? assert.fail(`there is no command ${name}`);
      for (const option of rest.filter((one) => one.startsWith('--'))) assert.match(text, new RegExp(`'${option} <`));
    }
  }
  const lines = read('crontab')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  for (const line of lines) assert.match(line, /^(?:[A-Z_]+=\S+|(?:[\d*/,-]+ ){5}cd \S.*)$/);
});

const inRoot = (name: string): string => readFileSync(join(ROOT, name), 'utf8');
const DOCUMENTED = readFileSync(new URL('../docs/operations.md', import.meta.url), 'utf8');

test('every address of a feed, and every optional agency, is documented; there are few settings', () => {
  const addresses = SOURCES.flatMap(([, { addresses }]) => Object.keys(addresses));
  assert.ok(addresses.length >= 11, String(addresses.length));
  const section = DOCUMENTED.slice(DOCUMENTED.indexOf('\n## Settings'), DOCUMENTED.indexOf('\n## Schedule'));
  const settings = new Set(
    [...section.matchAll(/^- .*$/gm)].flatMap(([line]) =>
      [...line.matchAll(/`([A-Z][A-Z_]+)`(?=[ ,:])/g)].map(([, name]) => name!),
    ),
  );
  assert.ok(settings.size > 40 && settings.size <= 50, [...settings].join());
  const optional = KNOWN_AGENCIES.filter((name) => !AGENCIES.includes(name));
  for (const name of [...addresses, ...optional]) assert.ok(DOCUMENTED.includes(`\`${name}\``), name);
});

test('the settings and alerts of the day of an M 7.8 exist', () => {
  const text = inRoot('docs/the-day.md');
  const settings = [...text.matchAll(/^([A-Z_]+)=(\S+) +#/gm)].map(([, name, value]) => [name!, value!] as const);
  assert.ok(settings.length >= 5, text);
  readConfig(Object.fromEntries(settings));
  readGatewayConfig(Object.fromEntries(settings));
  for (const [name] of settings) assert.ok(DOCUMENTED.includes(`\`${name}\``), name);
  const signs = [...text.matchAll(/^\| (?:[^|]*, )?`([A-Z]\w+)`/gm)].map(([, name]) => name!);
  assert.ok(signs.length >= 6, signs.join());
  for (const name of signs) assert.ok(read('alerts.yml').includes(`alert: ${name}\n`), name);
});

test('what runs in production starts without tsx', () => {
  const { scripts, dependencies } = JSON.parse(inRoot('package.json')) as Record<string, Record<string, string>>;
  const development = ['dev', 'synthesize', 'bench', 'real-data', 'pictures'];
  const commands = Object.entries(scripts!).filter(([name]) => !development.includes(name));
  const files = [read('crontab'), ...UNITS.map((name) => read(`systemd/${name}`)), DOCUMENTED];
  const texts = [...commands.map(([, text]) => text), inRoot('Dockerfile'), inRoot('compose.yml'), ...files];
  for (const text of texts) assert.doesNotMatch(text, /--import tsx|bin\/tsx/);
  assert.equal(dependencies!['tsx'], undefined, 'npm ci --omit=dev brings none');
});

test('the image copies what exists, and all that the program imports', () => {
  const copied = [...inRoot('Dockerfile').matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, files]) =>
    files!.split(' '),
  );
  assert.ok(copied.length >= 6);
  for (const file of copied) {
    assert.ok(existsSync(join(ROOT, file)), file);
    assert.ok(inRoot('.dockerignore').split('\n').includes(`!${file}`), `${file} is ignored`);
  }
  const { imports, scripts } = JSON.parse(inRoot('package.json')) as Record<
    'imports' | 'scripts',
    Record<string, string>
  >;
  const needed = [...Object.values(imports), scripts['start']!, scripts['serve']!, scripts['keys']!].map(
    (text) => /(bin|generator|gateway)\//.exec(text)![1]!,
  );
  for (const folder of ['scripts/node', ...needed]) assert.ok(copied.includes(folder), folder);
  const [, ...later] = [...inRoot('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, from]) => from);
  assert.deepEqual(later, ['base', 'base'], 'each stage has the libraries that Node.js needs');
});

test('compose file: settings that are documented, commands and files that exist', () => {
  const compose = inRoot('compose.yml');
  const settings = [...compose.matchAll(/^ {2,6}([A-Z][A-Z_]+): /gm)].map(([, name]) => name!);
  assert.ok(settings.length >= 10, settings.join(' '));
  for (const name of settings) assert.match(DOCUMENTED, new RegExp(`\`${name}\``), name);
  // Every other setting comes from `.env`, also those that this file does not know.
  assert.match(compose, /^x-program: &program\n(?: {2}.*\n)*? {2}env_file: \[\.env\]$/m);
  assert.deepEqual(
    compose
      .split(/^ {2}(?=\w+:$)/m)
      .filter((service) => service.includes('scripts/node') && !service.includes('*program')),
    [],
  );
  for (const [, script] of compose.matchAll(/scripts\/node, ([\w/.]+)/g)) assert.ok(existsSync(join(ROOT, script!)));
  for (const [, file] of compose.matchAll(/- \.\/(\S+?):/g)) assert.ok(existsSync(join(ROOT, file!)), String(file));
  assert.ok(existsSync(join(ROOT, /run: (\S+)/.exec(inRoot('.github/workflows/ci.yml'))![1]!)));
});
