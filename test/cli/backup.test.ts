/** `backup`, `restore` and `verify` as commands. */
import assert from 'node:assert/strict';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { command, settingsIn } from '../support/project.ts';
import { writeSmallCatalogue } from '../support/small-catalogue.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('backup, a lost catalogue, restore, verify; then a damaged file', async (t) => {
  const folder = temporaryFolder(t);
  const settings = settingsIn(folder, { DETAIL_FILES: 'all' });
  writeSmallCatalogue(settings['DATA_DIR']!, 30);
  const run = async (...args: string[]) => {
    const { code, stdout, stderr } = await command(settings, ...args);
    return { code, output: stdout + stderr };
  };
  assert.equal((await run('generate')).code, 0);
  const backups = join(folder, 'backups');
  const made = await run('backup', '--to', backups, '--keep', '2');
  assert.equal(made.code, 0, made.output);
  rmSync(join(folder, 'data/catalog.db'));
  const restored = await run('restore', join(backups, readdirSync(backups)[0]!), '--only', 'catalogue');
  assert.equal(restored.code, 0, restored.output);
  assert.match(restored.output, /^catalog\.db restored$/m);
  const verified = await run('verify');
  assert.equal(verified.code, 0, verified.output);
  assert.match(verified.output, /^\d{3,} files compared with the catalogue: 0 differ$/m);
  writeFileSync(join(folder, 'dist/rss.xml'), '');
  const damaged = await run('verify');
  assert.equal(damaged.code, 1);
  assert.match(damaged.output, /^rss\.xml: different$/m);
});
