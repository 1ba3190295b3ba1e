/** A file system of a few megabytes in memory, which can be filled and made read-only; only root may mount one. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { TEMPORARY } from './temporary.ts';

export interface SmallDisk {
  folder: string;
  /** To the last byte. */
  fill(): void;
  empty(): void;
  /** Read-only, or no longer. */
  remount(mode: 'ro' | 'rw'): void;
}

/** @returns undefined, and the test is skipped, where none can be mounted */
export function smallDisk(t: TestContext, megabytes = 2): SmallDisk | undefined {
  const folder = mkdtempSync(join(TEMPORARY, 'hiposantr-disk-'));
  const mount = (options: string): void =>
    void execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'none', folder], { stdio: 'ignore' });
  try {
    mount(`size=${megabytes}m`);
  } catch {
    rmdirSync(folder);
    t.skip('no file system can be mounted here');
    return undefined;
  }
  t.after(() => {
    execFileSync('umount', ['-l', folder]);
    rmdirSync(folder);
  });
  return {
    folder,
    fill() {
      let size = 1 << 20;
      for (let parts = 0; size >= 1; parts += 1)
        try {
          writeFileSync(join(folder, `filler-${parts}`), Buffer.alloc(size));
        } catch {
          size = Math.floor(size / 2);
        }
    },
    empty() {
      for (const name of readdirSync(folder)) if (name.startsWith('filler')) rmSync(join(folder, name));
    },
    remount: (mode) => mount(`remount,size=${megabytes}m,${mode}`),
  };
}
