/** How commands fail: exit code 1, with a message where an operator can fix it, else with a stack. */
import { ExpectedError, isDiskFault } from '#core/expected-error.ts';

export async function endWithMessage(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isDisk = isDiskFault(error);
    const { message, stack = String(error) } = error as Error;
    const text = isDisk || error instanceof ExpectedError ? message : stack;
    process.stderr.write(`hiposantr: ${isDisk ? 'DATA_DIR: ' : ''}${text}\n`);
    process.exitCode = 1;
  }
}
