/** Where tests keep their folders. */
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';

const MEMORY = '/dev/shm';
/** More than all tests together keep at a time, in bytes. */
const ROOM = 1e9;

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ROOM;
  } catch {
    return false;
  }
}

/** TMPDIR, or memory where the machine has such a file system: tests write some hundred thousand small files. */
export const TEMPORARY = process.env['TMPDIR'] === undefined && hasRoom(MEMORY) ? MEMORY : tmpdir();

/** A folder of its own that is gone after the test. */
export function temporaryFolder(t: TestContext | { after(work: () => void): void }): string {
  const folder = mkdtempSync(join(TEMPORARY, 'hiposantr-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
