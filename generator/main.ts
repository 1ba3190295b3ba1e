/** The generator's command line. */
import { endWithMessage } from './cli/failure.ts';

const [command, ...options] = process.argv.slice(2);

await endWithMessage(async () => {
  const mayBeQuiet = command === 'generate' && options.length === 0;
  if (mayBeQuiet && (await import('./cli/quiet.ts')).generatedQuietly(process.env)) return;
  await (await import('./cli/program.ts')).program.parseAsync();
});
