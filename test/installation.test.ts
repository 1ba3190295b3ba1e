/** What `npm ci` leaves to do, and what scripts/node says of it. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { temporaryFolder } from './support/temporary.ts';

const ROOT = join(import.meta.dirname, '..');
const LINUX = process.platform === 'linux' ? false : 'the programs are changed as Linux loads them';

interface Package {
  version: string;
  hasInstallScript?: boolean;
  os?: string;
  cpu?: string;
}

const json = <T>(name: string): T => JSON.parse(readFileSync(join(ROOT, name), 'utf8')) as T;
const { scripts, optionalDependencies } =
  json<Record<'scripts' | 'optionalDependencies', Record<string, string>>>('package.json');

/** The package of this machine. */
const PACKAGE = Object.keys(optionalDependencies).find((name) =>
  name.endsWith(`-${process.platform}-${process.arch}`),
)!;

/** A project with the launcher and no packages. */
function bare(t: TestContext): string {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'scripts'));
  copyFileSync(join(ROOT, 'scripts/node'), join(folder, 'scripts/node'));
  return folder;
}

/** A project with the packages of `npm ci` and this program as Node.js; none without a program. */
function project(t: TestContext, program?: Buffer | string): string {
  const folder = bare(t);
  mkdirSync(join(folder, 'node_modules', PACKAGE, 'bin'), { recursive: true });
  writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{}');
  if (program !== undefined) writeFileSync(join(folder, 'node_modules', PACKAGE, 'bin/node'), program, { mode: 0o755 });
  return folder;
}

const run = (root: string, args: readonly string[] = ['--version'], env: Record<string, string> = {}) =>
  spawnSync(join(root, 'scripts/node'), args, { env: { PATH: process.env['PATH']!, ...env }, encoding: 'utf8' });

/** One sentence on one line, nothing else, exit code 1. */
function refuses(result: ReturnType<typeof run>, sentence: RegExp): void {
  const { status, stdout, stderr } = result;
  assert.deepEqual({ status, stdout }, { status: 1, stdout: '' });
  assert.match(stderr, /^[A-Z][^\n]+\.\n$/);
  assert.match(stderr, sentence);
}

/** A copy of a small program of this machine, with one text in it replaced by another of the same length. */
function changed(pattern: RegExp, into: (found: string) => string): Buffer {
  const text = readFileSync('/bin/true', 'latin1');
  assert.match(text, pattern);
  return Buffer.from(
    text.replace(pattern, (found) => into(found).padEnd(found.length, '\0')),
    'latin1',
  );
}

test('the bundled Node.js gets the arguments as they are, and takes the place of the shell', () => {
  const program = 'console.log(JSON.stringify([process.version, process.ppid, process.argv.slice(2)]))';
  const args = ['--eval', program, '--', 'two words', "it's", '$HOME', '*', ''];
  const { stdout, stderr, status } = run(ROOT, args);
  assert.deepEqual({ stderr, status }, { stderr: '', status: 0 });
  const [version, parent, passed] = JSON.parse(stdout) as [string, number, string[]];
  assert.equal(version, process.version);
  assert.equal(parent, process.pid);
  assert.deepEqual(passed, args.slice(4));
});

test('glibc keeps free memory in two parts, or in as many as the operator has set', () => {
  const args = ['--print', 'process.env.MALLOC_ARENA_MAX'];
  assert.equal(run(ROOT, args).stdout, '2\n');
  assert.equal(run(ROOT, args, { MALLOC_ARENA_MAX: '8' }).stdout, '8\n');
});

test('without packages, or with some of them, npm ci is asked for', (t) => {
  refuses(run(bare(t)), /run npm ci first/);
  const half = bare(t);
  mkdirSync(join(half, 'node_modules/hono'), { recursive: true });
  refuses(run(half), /run npm ci first/);
});

test('without its package, the option that left it out is named', (t) => {
  refuses(run(project(t)), /^The package node-\S+ is missing: run npm ci without --omit=optional\.$/m);
});

test('a machine for which there is no Node.js is named', (t) => {
  const folder = bare(t);
  writeFileSync(join(folder, 'uname'), '#!/bin/sh\necho Linux riscv64\n', { mode: 0o755 });
  refuses(run(folder, [], { PATH: `${folder}:${process.env['PATH']}` }), /no Node\.js for Linux riscv64 among/);
});

test('without libatomic, the package to install is named', { skip: LINUX }, (t) => {
  const folder = temporaryFolder(t);
  // The loader finds this file first, and cannot use it.
  writeFileSync(join(folder, 'libatomic.so.1'), '');
  const result = run(ROOT, ['--version'], { LD_LIBRARY_PATH: folder });
  refuses(result, /^Node\.js 26 needs libatomic: run apt-get install libatomic1 /);
});

test('a system without glibc is named', { skip: LINUX }, (t) => {
  const program = changed(/\/lib[^\0]*\/ld-linux[^\0]+/, () => '/lib/ld-none');
  refuses(run(project(t, program)), /built for systems with glibc/);
});

test('a Node.js that does not start is refused with the reason', { skip: LINUX }, (t) => {
  const without = changed(/libc\.so\.6/, () => 'libq.so.6');
  refuses(run(project(t, without)), /does not start \(.*libq\.so\.6.*\): delete node_modules and run npm ci/);
  const other = Buffer.from(readFileSync('/bin/true'));
  // The processor's number in the header of the file.
  other.writeUInt16LE(0xfe, 18);
  refuses(run(project(t, other)), /does not start \(.*\): delete node_modules/);
  refuses(run(project(t, '')), /does not start \(\)/);
  refuses(run(project(t, '#!/bin/sh\necho one >&2\necho two >&2\nexit 3\n')), /does not start \(one\)/);
});

test('every command of package.json runs on the bundled Node.js', () => {
  for (const [name, command] of Object.entries(scripts)) {
    // npm itself runs on the bundled Node.js inside a command, so that `npm run` here would fail before our sentence.
    assert.match(command, /^(?:NODE_COMPILE_CACHE=\S+ |.* && )?exec scripts\/node \S+/, name);
    assert.doesNotMatch(command, /(?<!\/)\bnode |\bnp[mx] /, name);
  }
});

test('npm ci runs no code of packages: neither Python nor a compiler nor a Node.js that starts is needed', () => {
  assert.match(readFileSync(join(ROOT, '.npmrc'), 'utf8'), /^ignore-scripts=true$/m);
  // With scripts off, npm start and npm test would pass over these in silence.
  const lifecycle = /^(?:pre|post)(?:start|test|check|install)$|^(?:install|prepare)$/;
  assert.deepEqual(
    Object.keys(scripts).filter((name) => lifecycle.test(name)),
    [],
  );
});

test('the bundled Node.js is one version for every machine, each in the lock file with its checksum', () => {
  const { packages } = json<{ packages: Record<string, Package & { integrity?: string; bin?: object }> }>(
    'package-lock.json',
  );
  const machines = Object.keys(optionalDependencies).map((name) => {
    const { version, os, cpu, integrity, bin, hasInstallScript } = packages[`node_modules/${name}`]!;
    assert.equal(version, optionalDependencies[name]);
    assert.match(integrity!, /^sha512-/);
    assert.deepEqual({ bin, hasInstallScript }, { bin: { node: 'bin/node' }, hasInstallScript: undefined });
    assert.equal(`v${version}`, process.version);
    return `${os} ${cpu}`;
  });
  assert.deepEqual(machines.toSorted(), ['darwin arm64', 'darwin x64', 'linux arm64', 'linux x64']);
});

test('the files of the image alone give the scripts of a checkout, without a warning', (t) => {
  const image = temporaryFolder(t);
  const copied = [...readFileSync(join(ROOT, 'Dockerfile'), 'utf8').matchAll(/^COPY (?!--from)(.*) \S+$/gm)];
  const files = copied.flatMap(([, names]) => names!.split(' '));
  assert.ok(files.includes('generator'));
  for (const file of new Set(files)) cpSync(join(ROOT, file), join(image, file), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(image, 'node_modules'));
  const scriptsIn = (root: string) =>
    spawnSync(process.execPath, ['--eval', PRINT_ASSETS, join(root, 'generator/site/assets.ts')], { encoding: 'utf8' });
  const [there, here] = [scriptsIn(image), scriptsIn(ROOT)];
  assert.deepEqual([there.stderr, here.stderr], ['', '']);
  assert.match(here.stdout, /assets\/boot\./);
  assert.equal(there.stdout, here.stdout);
});

/** Names of files are hashes of their content. */
const PRINT_ASSETS = `
  const { siteAssets } = await import(process.argv[1]);
  console.log([...siteAssets().files.keys()].join('\\n'), siteAssets().assets);
`;
