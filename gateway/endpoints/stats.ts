/** `/stats_api.php`: the stored statistics, with recent counts computed now. */
import { ENDPOINTS } from '#core/endpoints.ts';
import { ANSWERS } from '#core/paths.ts';
import { DAY, type EpochMs, MINUTE } from '#core/time.ts';
import { jsonOf } from '../dataset/lines.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import { JSON_TYPE } from '#core/headers.ts';
import { bytesRepresentation } from '../http/representation.ts';
import type { EndpointRow } from './request.ts';
import { body, integer, numberOrNull, text } from './schemas.ts';
import { required } from './stored.ts';

const STATISTICS = body(
  'Statistics',
  {
    total: integer('With blasts.'),
    today: integer('Of this UTC day.'),
    last_24h: integer('Of the last 24 hours.'),
    avg_magnitude: numberOrNull('Rounded to two decimals.'),
    max_magnitude: numberOrNull('Greatest magnitude.'),
    blasts: integer('How many of the total are blasts: marked by an agency, or with a `blast_probability` above 0.5.'),
    by_source: { type: 'object', additionalProperties: { type: 'integer' }, description: 'By agency.' },
    generated_at: text('When the dataset, or what of it the file of statistics counts, last changed; RFC 3339.'),
  },
  ['total', 'today', 'avg_magnitude', 'max_magnitude'],
);

export const statsEndpoint: EndpointRow = {
  path: ENDPOINTS.statistics,
  description: 'Numbers and greatest magnitude of the listed earthquakes',
  async answer({ snapshot, clock, trace }) {
    const minute = clock.floor(MINUTE);
    const bytes = await snapshot.memo(`stats ${minute}`, () => statsAt(snapshot, minute, trace));
    return bytesRepresentation(bytes, { type: JSON_TYPE, caching: 'data', validFor: 'dataset' });
  },
  operation: { id: 'getStatistics', parameters: [], content: { 'application/json': STATISTICS }, errors: [] },
};

/** @param minute its first millisecond; counts are constant within it */
async function statsAt(snapshot: Snapshot, minute: EpochMs, trace: { opened: number }): Promise<Uint8Array> {
  const stats = jsonOf<object>((await required(snapshot, ANSWERS.stats)).bytes);
  const day = Math.floor(minute / DAY) * DAY;
  const today = await countListed(snapshot, { from: day, to: day + DAY }, trace);
  const last24h = await countListed(snapshot, { from: minute - DAY + 1, to: minute + MINUTE }, trace);
  return Buffer.from(`${JSON.stringify({ ...stats, today, last_24h: last24h })}\n`);
}

/** Counts listed records with `from <= time < to`: by the manifest for shards inside, by rows for others. */
async function countListed(
  snapshot: Snapshot,
  { from, to }: { from: EpochMs; to: EpochMs },
  trace: { opened: number },
): Promise<number> {
  let count = 0;
  for (const entry of snapshot.manifest.shards) {
    const [oldest, newest] = entry.time;
    if (entry.band === 0 || newest < from || oldest >= to) continue;
    if (oldest >= from && newest < to) count += entry.count;
    else {
      trace.opened += 1;
      for (const time of (await snapshot.files.shard(entry)).time) if (time >= from && time < to) count += 1;
    }
  }
  return count;
}
