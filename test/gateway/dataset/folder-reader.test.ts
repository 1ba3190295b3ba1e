import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { folderReader, isSafePath, mostOpen } from '../../../gateway/dataset/folder-reader.ts';
import { syntheticDataset, writeDist } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';
import { TEMPORARY } from '../../support/temporary.ts';

const withFolder = async (work: (folder: string) => Promise<void>): Promise<void> => {
  const folder = await mkdtemp(path.join(TEMPORARY, 'gateway-'));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

test('reads files below the folder and nothing else', () =>
  withFolder(async (folder) => {
    const dist = path.join(folder, 'dist');
    await mkdir(path.join(dist, 'sub'), { recursive: true });
    await writeFile(path.join(folder, 'secret.txt'), 'secret');
    await writeFile(path.join(dist, '.hidden'), 'hidden');
    await writeFile(path.join(dist, 'sub', 'a.json'), 'here');
    const reader = folderReader(dist);
    assert.equal(Buffer.from((await reader.read('sub/a.json'))!).toString(), 'here');
    const absent = [
      '../secret.txt',
      'sub/../../secret.txt',
      path.join(folder, 'secret.txt'),
      '/etc/passwd',
      '.hidden',
      'sub',
      'sub/',
      '',
      '.',
      'sub/a.json/x',
      'sub\\a.json',
      'a\0b',
      'x'.repeat(300),
      'x/'.repeat(600),
    ];
    for (const name of absent) {
      assert.equal(await reader.read(name), undefined, name);
      assert.equal(await reader.stamp(name), undefined, name);
    }
  }));

test('nothing is read through a link, a pipe, a socket or a device', { skip: process.platform === 'win32' }, () =>
  withFolder(async (folder) => {
    const dist = path.join(folder, 'dist');
    await mkdir(path.join(dist, 'real'), { recursive: true });
    await mkdir(path.join(folder, 'private'));
    await writeFile(path.join(folder, 'private', 'auth-secret'), 'secret');
    await writeFile(path.join(dist, 'real', 'a.json'), 'here');
    await symlink(path.join(folder, 'private'), path.join(dist, 'dd'));
    await symlink('real', path.join(dist, 'inner'));
    await symlink(path.join(folder, 'private', 'auth-secret'), path.join(dist, 'link.json'));
    await symlink(path.join(dist, 'real', 'a.json'), path.join(dist, 'own.json'));
    await symlink('/dev/zero', path.join(dist, 'zero'));
    await symlink('nowhere', path.join(dist, 'dangling'));
    execFileSync('mkfifo', [path.join(dist, 'pipe')]);
    const server = createServer().listen(path.join(dist, 'socket'));
    const reader = folderReader(dist);
    try {
      assert.equal(Buffer.from((await reader.read('real/a.json'))!).toString(), 'here');
      for (const name of [
        'dd/auth-secret',
        'inner/a.json',
        'link.json',
        'own.json',
        'zero',
        'dangling',
        'pipe',
        'socket',
      ]) {
        assert.equal(await reader.read(name), undefined, name);
        assert.equal(await reader.stamp(name), undefined, name);
      }
    } finally {
      server.close();
    }
    // The folder itself may be a link: that is how a new one takes an old one's place.
    await symlink(dist, path.join(folder, 'current'));
    const linked = folderReader(path.join(folder, 'current'));
    assert.equal(Buffer.from((await linked.read('real/a.json'))!).toString(), 'here');
    assert.equal(await linked.read('dd/auth-secret'), undefined);
  }),
);

test('a file beyond the bound is refused unread', () =>
  withFolder(async (folder) => {
    await writeFile(path.join(folder, 'huge.json'), '{}');
    await truncate(path.join(folder, 'huge.json'), 300_000_000);
    const reader = folderReader(folder);
    await assert.rejects(reader.read('huge.json'), /has 300000000 bytes; at most \d+ are read/);
    await assert.rejects(reader.read('huge.json', 8e6), /at most 8000000 are read/);
  }));

test('a stamp changes with the file, also when size stays', () =>
  withFolder(async (folder) => {
    const reader = folderReader(folder);
    const file = path.join(folder, 'a');
    await writeFile(file, 'one');
    const before = await reader.stamp('a');
    assert.ok(before);
    assert.equal(await reader.stamp('a'), before);
    await rm(file);
    await writeFile(path.join(folder, 'b'), 'in between');
    await writeFile(file, 'two');
    assert.notEqual(await reader.stamp('a'), before);
  }));

test('safe paths', () => {
  for (const good of ['a', 'a/b.json', 'details/date/2026-01-01/x-m4-2.json']) assert.ok(isSafePath(good), good);
  for (const bad of ['', '/', '/a', 'a//b', 'a/', '..', 'a/..', '.a', 'a/.b', 'C:x', 'a\nb'])
    assert.ok(!isSafePath(bad), bad);
});

test('a dataset on disk is served like one in memory', () =>
  withFolder(async (folder) => {
    const { files } = syntheticDataset({ count: 300 });
    await writeDist(files, folder);
    const onDisk = testGateway(files, { reader: folderReader(folder) });
    const inMemory = testGateway(files);
    for (const target of ['/api.php', '/api.php?q=izmir&limit=9', '/deprem_api.php?id=1', '/rss', '/stats_api.php']) {
      const [a, b] = [await onDisk.get(target), await inMemory.get(target)];
      assert.equal(a.status, 200);
      assert.deepEqual([await a.text(), a.headers.get('ETag')], [await b.text(), b.headers.get('ETag')]);
    }
    for (const target of [
      '/../package.json',
      '/%2e%2e/%2e%2e/etc/passwd',
      '/..%2f..%2fetc%2fpasswd',
      '/%00',
      '/%ZZ',
      '/shards',
      '/.git/config',
      '/constructor',
      '/__proto__',
    ])
      assert.equal((await onDisk.get(target)).status, 404, target);
  }));

/** Reads a byte of each file of a folder; prints how many it holds open. */
const HOLDS = `
import { readdirSync, readlinkSync } from 'node:fs';
const [, module, folder] = process.argv;
const reader = (await import(module)).folderReader(folder);
for (const name of readdirSync(folder)) if (reader.readPart(name, 0, 1).length !== 1) throw new Error(name);
const targets = readdirSync('/proc/self/fd').map((number) => {
  try { return readlinkSync('/proc/self/fd/' + number); } catch { return ''; }
});
console.log(targets.filter((target) => target.startsWith(folder)).length);
process.exit();
`;

test('files stay open up to a quarter of what the process may open', { skip: process.platform !== 'linux' }, () =>
  withFolder(async (folder) => {
    for (let number = 0; number < 300; number += 1) await writeFile(path.join(folder, `${number}.ndjson`), 'x');
    const module = path.join(import.meta.dirname, '../../../gateway/dataset/folder-reader.ts');
    const held = (limit: number): number => {
      const script = `ulimit -n ${limit} && exec "$0" --input-type=module --eval "$1" "$2" "$3"`;
      return Number(execFileSync('sh', ['-c', script, process.execPath, HOLDS, module, folder], { encoding: 'utf8' }));
    };
    assert.deepEqual([held(200), held(2000)], [50, 300]);
  }),
);

test('how many files stay open without a known bound, or with none', () => {
  const limits = (files: string): string => `Limit Soft Hard Units\nMax open files            ${files} files\n`;
  assert.deepEqual(
    [undefined, '', limits('unlimited unlimited'), limits('65536 65536'), limits('3 3')].map(mostOpen),
    [1024, 1024, 8192, 8192, 1],
  );
});
