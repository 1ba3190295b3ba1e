/** Runs the test files of the arguments in this process and writes node's report of them. */
import { createHook } from 'node:async_hooks';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** A test that waits for ever fails, and names itself; the slowest one takes a tenth of this on a busy machine. */
const LONGEST_TEST_MS = 300_000;

/** How long a process may stay after its last test: longer than hooks take that end servers. */
const LEFT_OPEN_MS = 60_000;

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
    return run({ files, isolation: 'none', timeout: LONGEST_TEST_MS });
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

/** A failed test leaves its server behind, which would keep this process, and everything after it, for ever. */
function endWhenIdle(): void {
  let running = 0;
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    process.stderr.write(`left open after the last test: ${process.getActiveResourcesInfo().join(', ')}\n`);
    process.exitCode = 1;
    report.on('end', () => process.exit());
    process.emit('beforeExit', 1);
  };
  const count = (by: number): void => {
    running += by;
    clearTimeout(timer);
    if (running === 0) timer = setTimeout(end, LEFT_OPEN_MS).unref();
  };
  reports.on('test:enqueue', () => count(1)).on('test:complete', () => count(-1));
}

reports.on('test:fail', ({ todo }) => {
  if (todo === undefined) process.exitCode = 1;
});

const report = reports.compose(new spec());
report.pipe(process.stdout);
endWhenIdle();
