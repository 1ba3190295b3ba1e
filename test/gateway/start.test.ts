/** What comes before the first answer. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { CHILD_ENVIRONMENT } from '../support/child-environment.ts';
import { syntheticDataset, writeDist } from '../support/dataset.ts';
import { temporaryFolder } from '../support/temporary.ts';

const MAIN = path.resolve(import.meta.dirname, '../../gateway/main.ts');
const folder = temporaryFolder({ after });
const folders = { DIST_DIR: path.join(folder, 'dist'), DATA_DIR: path.join(folder, 'data') };
const environment = { ...folders, HOST: '127.0.0.1', PORT: '0' };

before(() => writeDist(syntheticDataset({ count: 20 }).files, folders.DIST_DIR));

/** Prints the address of each module of the serving thread. */
const PRINT_MODULES = `data:text/javascript,import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => (process.stderr.write(url + '\\n'), next(url, context)) });`;

/** Modules that only some settings or requests need. An import of node:http loads undici with it. */
const UNNEEDED =
  /node:(?:child_process|cluster|http|http2|https)$|node_modules\/(?:better-auth|commander|@?hono|ioredis|@modelcontextprotocol|nodemailer|pg|prom-client|stripe|web-push)\//;
/** There were 256. */
const MOST_MODULES = 252;

test('the serving thread loads no module that the first answer does not need', async () => {
  const child = spawn(process.execPath, ['--import', PRINT_MODULES, MAIN], {
    env: { ...CHILD_ENVIRONMENT, ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  try {
    let loaded = '';
    child.stderr!.on('data', (chunk: Buffer) => (loaded += chunk.toString()));
    await once(child, 'message');
    const modules = loaded.trim().split('\n');
    assert.ok(modules.some((url) => url.endsWith('/gateway/pipeline.ts')));
    assert.deepEqual(
      modules.filter((url) => UNNEEDED.test(url)),
      [],
    );
    assert.ok(modules.length <= MOST_MODULES, `${modules.length} modules`);
  } finally {
    child.kill('SIGKILL');
  }
});
