/** A copy of the program with some of its files changed, whose modules are imported as they stand there. */
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { temporaryFolder } from './temporary.ts';

export const REPOSITORY = join(import.meta.dirname, '../..');

export interface Edit {
  /** From the root of the program. */
  file: string;
  edit(text: string): string;
}

/** A new row at the end of the list's fields, in every format. */
export const ADDED_FIELD: Edit = {
  file: 'generator/core/record/list-fields.ts',
  edit: (text) =>
    text.replace(
      '} as const satisfies',
      `  added: {
    ...{ type: 'text', none: 'absent', label: { tr: 'Eklenen', en: 'Added' }, text: 'Synthetic.' },
    ...{ csv: { order: 99 }, parquet: { order: 99 }, rss: { order: 99, name: 'added' }, mcp: { order: 99 } },
    ...{ recent: true, download: true, fdsn: 'magnitude', value: () => 'field' },
  },
$&`,
    ),
};

/** @returns imports a module of the copy by its path from the root */
export function programCopy(t: TestContext, { file, edit }: Edit) {
  const root = temporaryFolder(t);
  for (const name of ['generator', 'gateway', 'docs/hosting', 'package.json'])
    cpSync(join(REPOSITORY, name), join(root, name), { recursive: true });
  symlinkSync(join(REPOSITORY, 'node_modules'), join(root, 'node_modules'));
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, edit(text));
  const load = async <Module>(module: string): Promise<Module> =>
    (await import(pathToFileURL(join(root, module)).href)) as Module;
  return { load, isEdited: edit(text) !== text };
}
