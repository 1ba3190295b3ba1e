/** Whether an earthquake can be rendered: asked before it is published, so that one record never ends a publication. */
import type { Earthquake } from '#core/earthquake.ts';
import { eventCsvRow } from '#core/fdsn/csv.ts';
import { eventOf } from '#core/fdsn/event.ts';
import { feature } from '#core/fdsn/geojson.ts';
import { ResourceIds } from '#core/fdsn/ids.ts';
import { quakemlEvent } from '#core/fdsn/quakeml.ts';
import { eventTextRow } from '#core/fdsn/text.ts';
import { bandOf, ROOT_LEVEL } from '#core/shard.ts';
import { DAY } from '#core/time.ts';
import { fullItem, listItem } from '#core/wire.ts';
import { atomFile } from '../outputs/atom.ts';
import { capDocument } from '../outputs/cap/document.ts';
import { messagesOf } from '../outputs/cap/messages.ts';
import { renderCatalogueFile } from '../outputs/catalogue/parquet.ts';
import { detailBody } from '../outputs/detail.ts';
import { rssFile } from '../outputs/rss.ts';
import { renderShard } from '../outputs/shards.ts';
import { earthquakeTexts } from '../site/site.ts';

const SETTINGS = { serviceName: 'x', baseUrl: 'http://localhost' };
const QUAKEML = { ids: new ResourceIds('localhost'), allOrigins: true, allMagnitudes: true };
const FEATURE = { baseUrl: SETTINGS.baseUrl, isDetail: true, isInFeed: true };

/** Smaller and older ones are in no feed. */
const IN_FEEDS = { minMagnitude: 4, ms: 31 * DAY };
const isInFeeds = ({ magnitude, time, updatedAt }: Earthquake): boolean =>
  (magnitude ?? 0) >= IN_FEEDS.minMagnitude || updatedAt - time <= IN_FEEDS.ms;

/** As files; those of feeds also as these and as the FDSN service shows them. @throws Error of any kind */
export function prove(records: readonly Earthquake[]): void {
  for (const [band, some] of Map.groupBy(records, ({ magnitude }) => bandOf(magnitude)))
    renderShard({ band, level: ROOT_LEVEL, index: 0 }, some);
  renderCatalogueFile(records);
  for (const record of records) {
    detailBody(record, { nearbyStations: [], nearbyQuakes: [] });
    if (isInFeeds(record)) proveFeeds(record);
  }
}

function proveFeeds(record: Earthquake): void {
  const event = eventOf(listItem(record), fullItem(record));
  quakemlEvent(event, QUAKEML);
  feature(event, FEATURE);
  eventTextRow(event);
  eventCsvRow(event);
  rssFile([record], SETTINGS);
  atomFile([record], SETTINGS, {
    asOf: record.updatedAt,
    // A headline has a magnitude.
    headline: record.magnitude === null ? undefined : record,
  });
  for (const message of messagesOf({ earthquake: record })) capDocument(message, SETTINGS);
  earthquakeTexts(SETTINGS, record);
}
