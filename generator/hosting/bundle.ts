/** The programs for edge networks as one file each. */
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

let bundled: Record<'worker' | 'netlify', string> | undefined;

/** Bundled at the first call of the process. */
export const edgePrograms = (): Record<'worker' | 'netlify', string> =>
  (bundled ??= { worker: bundle('worker'), netlify: bundle('netlify') });

const bundle = (name: string): string =>
  buildSync({
    entryPoints: [fileURLToPath(new URL(`edge/${name}.ts`, import.meta.url))],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    external: ['node:*'],
  }).outputFiles[0]!.text;
