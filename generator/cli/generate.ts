/** The `generate` command: the catalogue into `dist/`. */
import { drawPreviews } from '../publish/previews.ts';
import type { BuildSummary } from '../publish/publish.ts';
import { build } from '../publish/publish.ts';
import { addressWarning } from './config.ts';
import type { CommandContext, Environment } from './context.ts';
import { withContext } from './context.ts';
import { buildLine } from './summary.ts';

export const generateCommand = (env: Environment, { full }: { full?: boolean }): Promise<void> =>
  withContext(env, async (context) => {
    warnOfAddress(env, context);
    context.console.line(buildLine(await generate(context, full)));
  });

export async function generate({ db, config, console }: CommandContext, full = false): Promise<BuildSummary> {
  const { serviceName } = config.settings;
  const previews = await drawPreviews({ db, dist: config.distDir, serviceName, count: config.previews });
  return build({
    db,
    dist: config.distDir,
    asOf: Date.now(),
    settings: config.settings,
    detailFiles: config.detailFiles,
    agencies: config.agencies,
    bulk: config.bulk,
    full,
    site: true,
    previews,
    progress: (step, done, total) => console.progress(step, done, total),
  });
}

export function warnOfAddress(env: Environment, { config, console }: CommandContext): void {
  const warning = addressWarning(env, config);
  if (warning) console.line(warning);
}
