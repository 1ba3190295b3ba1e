/** Runs the test files of the arguments in this process and writes node's report of them. */
import { createHook } from 'node:async_hooks';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/**
 * Node's runner follows every promise with an async hook, to tell which test an uncaught error belongs to: a fifth of
 * the gateway's tests. Its hook stays off; an uncaught error ends the process instead, with its stack.
 */
function runWithoutHook(files: readonly string[]): ReturnType<typeof run> {
  const prototype = Object.getPrototypeOf(createHook({})) as ReturnType<typeof createHook>;
  const { enable } = prototype;
  prototype.enable = function () {
    return this;
  };
  try {
    return run({ files, isolation: 'none' });
  } finally {
    prototype.enable = enable;
  }
}

const reports = runWithoutHook(process.argv.slice(2));
for (const event of ['uncaughtException', 'unhandledRejection'])
  process.prependListener(event, (error: unknown) => {
    process.stderr.write(`${event}: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(1);
  });
reports.on('test:fail', ({ todo }) => {
  if (todo === undefined) process.exitCode = 1;
});
reports.compose(new spec()).pipe(process.stdout);
