/** The `backup` and `restore` commands. */
import path from 'node:path';
import { type Environment, foldersSetting } from '#runtime/environment.ts';
import { backUp, PARTS, restore, type Part } from '../backup.ts';
import { createConsole } from './console.ts';
import { lockFolder } from './lock.ts';

/** Without a lock: everything goes on meanwhile. */
export async function backupCommand(env: Environment, { to, keep }: { to: string; keep: number }): Promise<void> {
  const console = createConsole(process.stderr);
  const { dataDir } = foldersSetting(env, path);
  const { folder, files, removed } = await backUp({
    ...{ dataDir, to, keep, now: Date.now() },
    progress: (label, done, total) => console.progress(label, done, total),
  });
  const sizes = Object.entries(files).map(([file, { bytes }]) => `${file} ${(bytes / 1e6).toFixed(1)} MB`);
  console.line(`${folder}: ${sizes.join(', ')}`);
  if (removed.length > 0) console.line(`removed: ${removed.join(', ')}`);
}

export async function restoreCommand(env: Environment, folder: string, { only }: { only?: Part }): Promise<void> {
  const console = createConsole(process.stderr);
  const { dataDir } = foldersSetting(env, path);
  const release = lockFolder(dataDir, 'DATA_DIR');
  try {
    const parts = only ? [only] : (Object.keys(PARTS) as Part[]);
    for (const [file, former] of await restore({ dataDir, folder, parts, now: Date.now() }))
      console.line(`${file} restored${former ? `; what was there is ${former}` : ''}`);
    console.line('Next: npm run generate, which builds what differs; npm run verify');
    console.line('If dist/ has changes that the back-up has not: npm run replay first, or npm run generate -- --force');
  } finally {
    release();
  }
}
