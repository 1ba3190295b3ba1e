/** The programs for edge networks as one file each. */
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const NAMES = ['worker', 'netlify'] as const;
type Programs = Record<(typeof NAMES)[number], string>;

let bundled: Programs | undefined;

/** Bundled at the first call of the process. */
export const edgePrograms = (): Programs => (bundled ??= bundle());

function bundle(): Programs {
  const folder = fileURLToPath(new URL('edge/', import.meta.url));
  const { outputFiles } = buildSync({
    entryPoints: NAMES.map((name) => `${folder}${name}.ts`),
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    outdir: folder,
  });
  const textOf = (name: string): string => outputFiles.find(({ path }) => path.endsWith(`${name}.js`))!.text;
  return { worker: textOf('worker'), netlify: textOf('netlify') };
}
