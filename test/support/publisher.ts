/** A catalogue that is published step by step: one new or revised earthquake of the USGS at a time. */
import { HOUR, MINUTE } from '#core/time.ts';
import type { BuildOptions } from '../../generator/publish/publish.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { buildInto } from './build.ts';
import { NOON, report, testCatalog } from './catalog.ts';

let versions = 0;

/** A report that replaces the last one with its key. */
const usgsReport = (values: Partial<SourceReport>): SourceReport =>
  report({
    ...{ key: 'us1', magnitudes: [{ type: 'mb', value: 4.2 }], updatedAt: NOON + (versions += 1) * MINUTE },
    ...values,
  });

export const magnitude = (value: number): Pick<SourceReport, 'magnitudes'> => ({ magnitudes: [{ type: 'mb', value }] });

/** One earthquake of many, each hours away from the others. */
export const numbered = (number: number, value = 3): Partial<SourceReport> => ({
  ...{ key: `us${number}`, time: NOON - number * HOUR, latitude: 36.5, longitude: 43.1 },
  ...magnitude(value),
});

/** @param dist folder of the dataset */
export function publisher(dist: string, options: Partial<BuildOptions> = {}) {
  const catalog = testCatalog();
  const build = (): void => void buildInto(dist, catalog.db, { ...options, asOf: catalog.now });
  return {
    catalog,
    build,
    publish(...reports: Partial<SourceReport>[]): void {
      catalog.now += MINUTE;
      catalog.run({ feed: 'usgs-fdsn', asOf: catalog.now, reports: reports.map(usgsReport) });
      build();
    },
  };
}
