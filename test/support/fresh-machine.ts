/** What the slim images of Node.js contain, made by debootstrap: Debian's smallest system, Node.js and npm. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

const REPOSITORY = join(import.meta.dirname, '../..');
const SUITE = 'bookworm';

export interface Image {
  node: string;
  /** As that release of Node.js brings it. */
  npm: string;
  /** Whether the slim image has libatomic1: it keeps what its own Node.js is linked to. */
  libatomic: boolean;
}

export const IMAGES: readonly Image[] = [
  { node: '20.20.2', npm: '10.8.2', libatomic: false },
  { node: '22.23.3', npm: '10.9.9', libatomic: false },
  { node: '24.21.0', npm: '11.19.0', libatomic: false },
  { node: '26.10.0', npm: '11.19.1', libatomic: true },
];

/** Mounts of its own, which end with its last process, and processes of its own, which end with the first. */
const ISOLATED = ['--mount', '--pid', '--fork', '--kill-child'];

/** Why this machine cannot make another, if so. */
export function hindrance(): string | undefined {
  if (process.env['FRESH_MACHINE'] !== '1') return 'FRESH_MACHINE=1 asks for it';
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'root in Linux is needed';
  if (spawnSync('debootstrap', ['--version']).status !== 0) return 'debootstrap is not there';
  if (spawnSync('unshare', [...ISOLATED, 'true']).status !== 0) return 'mounts are not allowed here';
  return undefined;
}

function succeed(file: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(file, args, { encoding: 'utf8', maxBuffer: 1e8 });
  if (status !== 0) throw new Error(`${file} ${args.join(' ')}: ${error?.message ?? stdout + stderr}`);
  return stdout;
}

/** Where this machine gets Debian from; debootstrap's own choice in another system. */
function mirror(): string[] {
  const { stdout } = spawnSync('apt-get', ['indextargets', '--format', '$(CODENAME) $(REPO_URI)'], {
    encoding: 'utf8',
  });
  const line = (stdout ?? '').split('\n').find((one) => one.startsWith(`${SUITE} http`));
  return line === undefined ? [] : [line.slice(SUITE.length + 1)];
}

/** The system without Node.js, in a folder that must not exist yet. */
const makeSystem = (folder: string): string =>
  succeed('debootstrap', '--variant=minbase', '--include=libatomic1', SUITE, folder, ...mirror());

let made: string | undefined;

/** The one that all tests of this process copy; it is gone at its end. */
export function systemOfThisRun(): string {
  if (made === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'hiposantr-system-'));
    process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
    makeSystem(join(folder, 'root'));
    made = join(folder, 'root');
  }
  return made;
}

export const copySystem = (from: string, to: string): string => succeed('cp', '--archive', from, to);

const npmSetting = (name: string): string => succeed('npm', 'config', 'get', name).trim();

/** How this machine reaches the registry, for the other one; certificates are copied to CERTIFICATES. */
const CERTIFICATES = '/etc/certificates.pem';
const PROXIES = ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => [name, name.toUpperCase()]);

function registrySettings(root: string): Record<string, string> {
  const settings: Record<string, string> = { npm_config_registry: npmSetting('registry') };
  const certificates = [npmSetting('cafile'), process.env['NODE_EXTRA_CA_CERTS'] ?? ''].find((file) =>
    file.startsWith('/'),
  );
  if (certificates !== undefined) {
    cpSync(certificates, join(root, CERTIFICATES), { dereference: true });
    Object.assign(settings, { npm_config_cafile: CERTIFICATES, NODE_EXTRA_CA_CERTS: CERTIFICATES });
  }
  for (const name of PROXIES) if (process.env[name] !== undefined) settings[name] = process.env[name];
  return settings;
}

/** The tree as a clone has it: without what .gitignore names. */
function copyProject(to: string): void {
  const ignored = /^(?:node_modules|dist|coverage|\.git|data\/(?:raw|auth-secret.*|\.lock.*|.*\.db.*))$/;
  cpSync(REPOSITORY, to, { recursive: true, filter: (path) => !ignored.test(relative(REPOSITORY, path)) });
}

/** @throws Error where the history lacks it */
function checkOut(commit: string, to: string): void {
  mkdirSync(to);
  succeed('sh', '-c', 'git -C "$0" archive "$1" | tar --extract --directory "$2"', REPOSITORY, commit, to);
}

export interface Machine {
  /** Of each command that asks the registry or a mirror. */
  environment: Record<string, string>;
  /** Where the project lies in it, as this machine sees it. */
  project: string;
  /** With libatomic1 or without. */
  setLibatomic(there: boolean): void;
  /** The contents of a clone go there too. @param path absolute, in the machine; @param commit not the present files */
  clone(path: string, commit?: string): void;
  /** A command line in the project; killing it ends all that it started. */
  run(command: string, settings?: Record<string, string>): ChildProcess;
}

/** @param root a copy of a system made by `makeSystem` */
export function makeMachine(root: string, { node, npm }: Image): Machine {
  const platform = `node-linux-${process.arch}`;
  const global = join(root, 'usr/local/lib');
  succeed('npm', 'install', '--prefix', global, '--no-save', '--ignore-scripts', `${platform}@${node}`, `npm@${npm}`);
  renameSync(join(global, 'node_modules', platform, 'bin/node'), join(root, 'usr/local/bin/node'));
  for (const name of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${name}-cli.js`, join(root, 'usr/local/bin', name));
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) cpSync(file, join(root, file), { dereference: true });
  const environment = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    ...registrySettings(root),
  };
  const project = join(root, 'project');
  copyProject(project);
  const cache = npmSetting('cache');
  for (const folder of [cache, join(root, 'root/.npm')]) mkdirSync(folder, { recursive: true });
  const [triplet = ''] = readdirSync(join(root, 'usr/lib')).filter((name) => name.endsWith('-linux-gnu'));
  const libraries = join(root, 'usr/lib', triplet);
  const aside = join(root, 'opt/libatomic');
  mkdirSync(aside);
  // Packages that were downloaded once are not again.
  const enter = `mount -t proc proc "$0/proc" && mount --bind "$1" "$0/root/.npm" && exec chroot "$0" sh -c "cd /project && $2"`;
  return {
    environment,
    project,
    clone: (path, commit) => (commit === undefined ? copyProject : checkOut.bind(null, commit))(join(root, path)),
    setLibatomic(there) {
      const [from, to] = there ? [aside, libraries] : [libraries, aside];
      for (const name of readdirSync(from).filter((file) => file.startsWith('libatomic.so')))
        renameSync(join(from, name), join(to, name));
    },
    run: (command, settings = {}) =>
      spawn('unshare', [...ISOLATED, 'sh', '-c', enter, root, cache, command], {
        env: { ...environment, ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
  };
}
