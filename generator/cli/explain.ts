/** The `explain` command. */
import { join } from 'node:path';
import { SettingError } from '#core/environment.ts';
import { shown } from '#core/text.ts';
import { readCatalog } from '../catalog/database.ts';
import { explain } from '../catalog/explain.ts';
import { readConfig } from './config.ts';
import type { Environment } from './context.ts';
import { explanationLines, withdrawnLines } from './explanation.ts';

/** Prints why reports are associated, without a lock on DATA_DIR. @throws SettingError for an unknown name */
export function explainCommand(env: Environment, name: string, { json = false }: { json?: boolean }): void {
  const db = readCatalog(join(readConfig(env).dataDir, 'catalog.db'));
  try {
    const found = explain(db, name);
    if ('reason' in found && found.reason === 'unknown')
      throw new SettingError(
        `There is no earthquake "${shown(name)}": give an id, an event_id, or an agency's own name as afad:543593`,
      );
    const lines = (): string[] => ('reason' in found ? withdrawnLines(found) : explanationLines(found));
    process.stdout.write(`${json ? JSON.stringify(found, null, 2) : lines().join('\n')}\n`);
  } finally {
    db.close();
  }
}
