/** The feeds of earthquakes that nothing changed since. */
import type { Earthquake } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import { wholeItem } from '#core/wire.ts';
import { feedFiles, planFeeds } from '../../generator/outputs/feeds.ts';

interface Given {
  earthquakes: readonly Earthquake[];
  asOf: EpochMs;
  settings: { serviceName: string; baseUrl: string };
}

/** Path → content. */
export function feedsOf({ earthquakes, asOf, settings }: Given): Record<string, string> {
  const present = { at: asOf, items: earthquakes.map(wholeItem) };
  return feedFiles(planFeeds({ present, settled: present }), settings);
}
