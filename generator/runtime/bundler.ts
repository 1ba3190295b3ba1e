/** esbuild, loaded where something is bundled: most builds keep what the last one bundled. */
import { createRequire } from 'node:module';
import type * as Esbuild from 'esbuild';

export const bundler = (): typeof Esbuild => createRequire(import.meta.url)('esbuild') as typeof Esbuild;
