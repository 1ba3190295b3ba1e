/** The `publish` command: `dist/` into an object store. */
import path from 'node:path';
import { foldersSetting, logFormatSetting } from '#core/environment.ts';
import { readAddress } from '../object-store/address.ts';
import { publish, type PublicationSummary } from '../object-store/publication.ts';
import { openS3 } from '../object-store/s3.ts';
import { createConsole } from './console.ts';
import type { Environment } from './context.ts';

export interface PublishArguments {
  dryRun?: boolean;
  verify?: boolean;
  force?: boolean;
  unconditional?: boolean;
}

/** Without a lock: reads what a manifest names while others write the next dataset. */
export async function publishCommand(env: Environment, to: string, options: PublishArguments): Promise<void> {
  const console = createConsole(process.stderr, { format: logFormatSetting(env) });
  const { unconditional = false, ...rest } = options;
  const store = openS3(readAddress(to), { env, conditional: !unconditional });
  const summary = await publish({
    ...rest,
    ...{ store, dist: foldersSetting(env, path).distDir, now: Date.now() },
    line: (text) => console.line(text),
    progress: (label, done, total) => console.progress(label, done, total),
  });
  console.line(`${store.name}: ${(options.dryRun ? plannedLine : doneLine)(summary)}`);
}

function doneLine({ dataset, files, isUnchanged, ...counts }: PublicationSummary): string {
  if (isUnchanged) return `dataset ${dataset} is there already, ${files} files`;
  const { uploaded, uploadedBytes, found, copied, removed, waiting } = counts;
  return [
    `dataset ${dataset} is published, ${files} files: ${uploaded} uploaded (${(uploadedBytes / 1e6).toFixed(1)} MB)`,
    ...(found > 0 ? [`${found} found there`] : []),
    ...[`${copied} copied`, `${removed} removed`, `${waiting} kept for a while`],
  ].join(', ');
}

const plannedLine = ({ dataset, files, uploaded, copied, removed, waiting }: PublicationSummary): string =>
  `dataset ${dataset} has ${files} files: ${uploaded} would be uploaded or compared, ${copied} copied, ` +
  `${removed} removed, ${waiting} kept for a while; nothing was changed`;
