/** A catalogue in a folder, written in this process: without shipped tables and gazetteer, which take longer. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { MINUTE } from '#core/time.ts';
import { at, report, testCatalog } from './catalog.ts';

/** Writes so many earthquakes of AFAD, two minutes and 9 km apart, the first of M 4.1. @param dataDir not there yet */
export function writeSmallCatalogue(dataDir: string, count: number): void {
  mkdirSync(dataDir);
  const catalog = testCatalog(join(dataDir, 'catalog.db'));
  const reports = Array.from({ length: count }, (_, n) =>
    report({
      key: String(700_001 + n),
      time: at('2024-01-10 11:53:31') + n * 2 * MINUTE,
      latitude: 37.1,
      longitude: 30.5 + n / 10,
      magnitudes: [{ type: 'ML', value: n === 0 ? 4.1 : 3.1 }],
    }),
  );
  catalog.run({ feed: 'afad-api', reports });
  catalog.db.close();
}
