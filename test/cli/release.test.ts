/** `generate --release`, as an operator types it. */
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { command, settingsIn } from '../support/project.ts';
import { temporaryFolder } from '../support/temporary.ts';

test('the command names what is wrong with a release', async (t) => {
  const settings = settingsIn(temporaryFolder(t), { PREVIEW_PICTURES: '0', BULK: 'off' });
  for (const name of ['2026', '2026.0', '2026.1.1', '../2026.1', '26.1', '2026.100'])
    assert.match(
      (await command(settings, 'generate', '--release', name)).stderr,
      /It must be a year and a number from 1/,
      name,
    );
  const refused = await command({ ...settings, BASE_URL: 'http://localhost:8787' }, 'generate', '--release', '2026.1');
  assert.equal(refused.code, 1);
  assert.match(
    refused.stderr,
    /BASE_URL is http:\/\/localhost:8787: set the address at which the release will be cited/,
  );
  assert.ok(!existsSync(join(settings['DATA_DIR']!, 'releases')));
  const open = { ...settings, BASE_URL: 'https://quakes.example' };
  assert.equal((await command(open, 'generate', '--release', '2026.1')).code, 0);
  rmSync(join(settings['DATA_DIR']!, 'releases'), { recursive: true });
  const again = await command(open, 'generate', '--release', '2026.1');
  assert.match(again.stderr, /2026\.1 is published, and DATA_DIR lacks it/);
});
