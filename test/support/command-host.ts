/**
 * Runs one command line of the generator after the other in this process, as messages ask for them. What takes most of
 * the time of a small command, loading modules and drawing the ground of maps, is done once.
 */
import type { Ended } from './project.ts';

export interface Asked {
  settings: Record<string, string>;
  args: string[];
}

const MAIN = new URL('../../generator/main.ts', import.meta.url).href;

async function execute({ settings, args }: Asked, nth: number): Promise<Ended> {
  const written = { stdout: '', stderr: '' };
  /** Set when the command ended itself, as for a wrong option: what follows is not its own. */
  let exit: number | undefined;
  for (const name of ['stdout', 'stderr'] as const)
    process[name].write = (chunk: string | Uint8Array) => {
      if (exit === undefined) written[name] += Buffer.from(chunk as string).toString();
      return true;
    };
  process.exit = (code) => {
    exit ??= Number(code ?? 0);
    throw new Error(`exit ${exit}`);
  };
  process.env = { ...settings };
  process.argv = [process.execPath, MAIN, ...args];
  process.exitCode = 0;
  // The command line is a module that runs once; what it imports stays loaded.
  await import(`${MAIN}?${nth}`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.removeAllListeners(signal);
  return { ...written, code: exit ?? Number(process.exitCode) };
}

let commands = 0;
process.on('message', (asked: Asked) => {
  void execute(asked, (commands += 1)).then((ended) => process.send!(ended));
});
