/** The homogenised catalogue's report: one row, from a bulletin that averages many agencies. */
import { viewOf } from './errors.ts';
import type { Random } from './random.ts';
import type { TrueEvent } from './events.ts';
import { rounded, type ReportHistory, wireRow } from './report-history.ts';
import { turhecRow } from './wire/turhec-text.ts';

/** Published after the catalogue's last event, in 2021; here at once, since it is one file that never changes. */
export function turhecReport(event: TrueEvent, id: string, random: Random): ReportHistory {
  const view = viewOf('turhec', event, random);
  const row = {
    id,
    time: Math.round(view.time / 100) * 100,
    latitude: rounded(view.latitude, 4),
    longitude: rounded(view.longitude, 4),
    depthKm: random.chance(0.05) ? null : rounded(view.depthKm, 1),
    mwProxy: rounded(view.magnitude, 1),
    ml: random.chance(0.7) ? rounded(view.magnitude + 0.1 * random.normal(), 1) : null,
    mb: view.magnitude > 3.8 && random.chance(0.8) ? rounded(view.magnitude + 0.15 * random.normal(), 1) : null,
  };
  const versions = [{ at: event.time, row: wireRow(row, () => turhecRow(row)) }];
  return { feed: 'turhec-file', keys: [id], twin: false, versions };
}
