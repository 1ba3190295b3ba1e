/** A Debian under systemd on which the lines of the operator's documents are run, and the agencies that it reaches. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { type BootedMachine, bootMachine, MORTAL, ONLINE } from './booted-machine.ts';
import { blocksBelow } from './document-lines.ts';
import { copySystem, IMAGES, makeMachine, systemOfThisRun } from './fresh-machine.ts';

/** What Debian's usual installation has, and the smallest lacks; libfaketime is the test's own. */
const USUAL = 'systemd-sysv dbus cron logrotate libfaketime ca-certificates curl';

/** Folders of the documents, without the first slash. */
export const DATA = 'var/lib/hiposantr';
const BACKUPS = 'var/backups/hiposantr';
export const HOSTING = 'docs/hosting.md';
export const MACHINE = 'docs/operations/machine.md';

export const SITE = 'http://127.0.0.1';
export const GATEWAYS = ['http://127.0.0.1:8781', 'http://127.0.0.1:8782'];
const HOST = "-H 'Host: quakes.example'";
/** nginx has answers also while the gateways start. */
const READY = GATEWAYS.map((at) => `curl --silent --fail --output /dev/null ${at}/manifest.json`).join(' && ');
/** Prints the status of the address that follows. */
export const STATUS = `curl --silent --output /dev/null --write-out '%{http_code}' ${HOST}`;

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
export const keyed = (key: string): string => `-H 'Authorization: Bearer ${key}'`;

/** A line that starts a program which serves; ends it once it does. */
export const serving = (line: string): string => `
timeout 100 sh -c ${quoted(`exec env ${line}`)} &
until curl --silent --fail --output /dev/null http://127.0.0.1:8787/manifest.json; do sleep 0.2; done
kill $! && wait $! || true`;

export interface OperatorMachine {
  root: string;
  /** What a document leaves open → its value here. */
  placeholders: Map<string, string>;
  clone(path: string, commit?: string): void;
  /** As root. @returns what it printed. @throws AssertionError where it fails */
  run(command: string): Promise<string>;
  /** As root, every line of it printed before; the first failure ends it. */
  runBlock(text: string): Promise<string>;
  /**
   * docs/hosting.md as far as machine.md asks for it. The site has no gateway yet.
   * @returns takes the upstream of two gateways, which the next start of nginx reads
   */
  installSite(): Promise<() => void>;
  /** Waits until a command succeeds. */
  until(command: string): Promise<string>;
  /** Until the watcher's dataset is served: the site itself has no earthquake of AFAD. */
  untilServed(): Promise<string>;
  get(path: string): Promise<string>;
  statusOf(path: string, header?: string): Promise<string>;
  /** Lines as the service's user, in the folder of the program, with its folders and settings. */
  asService(lines: readonly string[]): Promise<string>;
  newKey(account: string): Promise<string>;
  backups(): string[];
  /** Puts the agencies out of service, or back. */
  toggleAgencies(): void;
}

/** Packages that the documents take for granted, by the network of this machine. */
async function addUsual(run: (command: string, settings: Record<string, string>) => ChildProcess): Promise<void> {
  const child = run(`apt-get update && apt-get install --yes --no-install-recommends ${USUAL}`, {
    DEBIAN_FRONTEND: 'noninteractive',
  });
  child.stdout!.resume();
  child.stderr!.resume();
  assert.deepEqual(await once(child, 'close'), [0, null]);
}

/** The agencies, in the network of the machine. @returns their addresses as lines of settings for printf */
async function startAgencies(t: TestContext, { pid }: BootedMachine): Promise<[ChildProcess, string]> {
  const script = join(import.meta.dirname, 'replay-child.ts');
  const child = spawn('setpriv', [...MORTAL, 'nsenter', '-n', '-t', String(pid), process.execPath, script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const closed = once(child, 'close');
  t.after(async () => {
    child.kill('SIGKILL');
    await closed;
  });
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  const settings = Object.entries(JSON.parse(line) as Record<string, string>);
  return [child, settings.map(([name, value]) => `${name}=${value}\\n`).join('')];
}

/**
 * With the program in /opt/hiposantr, and nothing else of ours. It ends with the test.
 * @param commit of an earlier version, instead of this one
 */
export async function operatorMachine(t: TestContext, commit?: string): Promise<OperatorMachine> {
  const folder = mkdtempSync(join(tmpdir(), 'hiposantr-operator-'));
  const booted: BootedMachine[] = [];
  t.after(async () => {
    for (const one of booted) await one.end();
    rmSync(folder, { recursive: true });
  });
  const root = join(folder, 'root');
  copySystem(systemOfThisRun(), root);
  const { environment, clone, run: runBefore } = makeMachine(root, IMAGES.at(-1)!);
  await addUsual(runBefore);
  clone('/opt/hiposantr', commit);
  const machine = await bootMachine(root);
  booted.push(machine);
  const [agencies, addresses] = await startAgencies(t, machine);
  const placeholders = new Map([
    ['BASE_URL=https://quakes.example\\n', `BASE_URL=https://quakes.example\\n${addresses}PREVIEW_PICTURES=0\\n`],
  ]);
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const online = ['apt-get', 'npm']
    .map((program) => `alias ${program}='nsenter --net=${ONLINE} env ${settings.join(' ')} ${program}'\n`)
    .join('');
  const run = async (command: string): Promise<string> => {
    const { code, output } = await machine.run(`${online}${command}`);
    assert.equal(code, 0, `${command}\n${output.slice(-4000)}`);
    return output;
  };
  return {
    root,
    clone,
    placeholders,
    toggleAgencies: () => agencies.kill('SIGUSR2'),
    ...tools(run, root, placeholders),
  };
}

type Tools = Omit<OperatorMachine, 'root' | 'clone' | 'placeholders' | 'toggleAgencies'>;

function tools(run: OperatorMachine['run'], root: string, placeholders: Map<string, string>): Tools {
  const filled = (text: string): string => [...placeholders].reduce((so, [from, to]) => so.replaceAll(from, to), text);
  const until = (command: string): Promise<string> =>
    run(`for n in $(seq 600); do if ${command}; then exit 0; fi; sleep 0.2; done; ${command}`);
  const runBlock = (text: string): Promise<string> => run(`set -eux\n${filled(text)}`);
  return {
    run,
    until,
    runBlock,
    installSite: async () => {
      await runBlock(blocksBelow(HOSTING, 'nginx')[0]!);
      const [site = '', upstream = ''] = blocksBelow(HOSTING, 'nginx', 'nginx');
      const file = join(root, 'etc/nginx/conf.d/hiposantr.conf');
      writeFileSync(file, site);
      await run('nginx -t && service nginx restart');
      return () => writeFileSync(file, site.replace(/^upstream .*\n/m, upstream));
    },
    untilServed: () =>
      until(`${READY} && curl --silent --fail ${HOST} '${SITE}/api.php?limit=3&sources=afad' | grep -q '"afad"'`),
    get: (path) => run(`curl --silent --show-error --fail ${HOST} '${SITE}${path}'`),
    statusOf: (path, header = '') => run(`${STATUS} ${header} '${SITE}${path}'`),
    asService: (lines) =>
      run(`cd /opt/hiposantr && set -a && . /etc/hiposantr.env
DATA_DIR=/${DATA}/data DIST_DIR=/${DATA}/dist
runuser -u hiposantr -- sh -c ${quoted(filled(['set -eux', ...lines].join('\n')))}`),
    newKey: async (account) => /sk_\w+/.exec(await run(`hiposantr keys create ${account} --new`))![0],
    backups: () => readdirSync(join(root, BACKUPS)).toSorted(),
  };
}
