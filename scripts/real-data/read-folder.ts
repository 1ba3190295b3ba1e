/**
 * A folder of the agencies' real data into a catalogue. Copies in another form than the agency's are put back into it
 * first.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import fastGlob from 'fast-glob';
import { ingestFiles, ingestParsed, type DocumentSummary, type IngestOptions } from '../../generator/ingest.ts';
import type { FeedDocument } from '../../generator/sources/feed.ts';
import { readParsed } from '../../generator/sources/reader/perform.ts';
import { kandilliXmlOf, readCopiedRows } from '../../test/support/kandilli-xml.ts';
import { readLivePages } from './live-pages.ts';

/** Judged like a feed's document. */
const ingestJudged = (ingest: IngestOptions, document: FeedDocument): DocumentSummary =>
  ingestParsed(ingest, document, readParsed(document.bytes, {}, { knownTime: () => undefined }));

interface Reading {
  ingest: IngestOptions;
  /** Takes what became of a document; `quiet`: one of many alike. */
  keep: (summary: DocumentSummary, quiet?: boolean) => void;
  /** Takes a line of text for the user. */
  line: (text: string) => void;
}

type Place = Reading & { data: string };

/** What makes a folder one of real data. */
const PROVENANCE = 'PROVENANCE.md';

export const isRealFolder = (data: string): boolean => existsSync(join(data, PROVENANCE));

/** @throws Error when the folder is none of real data */
export function requireRealFolder(data: string): void {
  if (!isRealFolder(data)) throw new Error(`${data} is not a folder of real data: it has no ${PROVENANCE}`);
}

/** Reads everything in it; links and associates nothing. @throws Error when the folder is none of real data */
export async function readRealFolder(data: string, reading: Reading): Promise<void> {
  requireRealFolder(data);
  const place = { ...reading, data };
  await readAsTheyAre(place);
  readMonthlyCopies(place);
  readUsgsCopy(place);
  readLiveCopies(place);
}

async function readAsTheyAre({ data, ingest, keep, line }: Place): Promise<void> {
  const { failed } = await ingestFiles(
    ingest,
    ['afad/*', 'kandilli/zeqdb*', 'kandilli/html/*', 'usgs/*.csv.gz', 'usgs/detail/*', 'mechanisms/*.ndk'].map(
      (pattern) => join(data, pattern),
    ),
    { onDocument: (summary) => keep(summary) },
  );
  for (const { name, reason } of failed) line(`${name}: not read: ${reason}`);
}

/** Kandilli's monthly XML, kept as JSON a year. */
function readMonthlyCopies({ data, ingest, keep, line }: Place): void {
  for (const path of fastGlob.sync(join(data, 'kandilli/monthly_xml_json/*.json.gz')).sort()) {
    const months = Map.groupBy(readCopiedRows(path), ({ date }) => date.slice(0, 7));
    for (const [month, rows] of months)
      keep(ingestJudged(ingest, { ...document(`${basename(path)} ${month}`, kandilliXmlOf(rows)) }), true);
    line(
      `${basename(path)}: ${months.size} ` +
        `months, ${[...months.values()].reduce((sum, rows) => sum + rows.length, 0)} rows`,
    );
  }
}

interface CopiedEvent {
  id: string;
  /** UTC without a zone. */
  time: string;
  lat: number;
  lon: number;
  dep: number | null;
  mag: number | null;
  mtype: string | null;
  place: string | null;
}

/** A repacked copy of a USGS query, laid out as the service's GeoJSON again. */
function usgsCopyAsGeojson(text: string): Uint8Array {
  const { generated, events } = JSON.parse(text) as { generated: string; events: CopiedEvent[] };
  const features = events.map(({ id, time, lat, lon, dep, mag, mtype, place }) => ({
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [lon, lat, dep] },
    properties: {
      mag,
      place,
      time: Date.parse(`${time}Z`),
      updated: null,
      status: null,
      ids: `,${id},`,
      magType: mtype,
      type: 'earthquake',
    },
  }));
  const metadata = { generated: Date.parse(generated), title: 'a copied query', status: 200, count: features.length };
  return Buffer.from(JSON.stringify({ type: 'FeatureCollection', metadata, features }));
}

function readUsgsCopy({ data, ingest, keep }: Place): void {
  for (const path of fastGlob.sync(join(data, 'usgs/usgs_fdsn_*.json.gz')))
    keep(
      ingestJudged(
        ingest,
        document(basename(path), usgsCopyAsGeojson(gunzipSync(readFileSync(path)).toString('utf8'))),
      ),
    );
}

function readLiveCopies({ data, ingest, keep, line }: Place): void {
  const folder = join(data, 'kandilli');
  const copies = readLivePages(
    join(folder, 'lst0_live_events_from_git.jsonl.gz'),
    fastGlob.sync(join(folder, 'lst0_firstseen_*.csv.gz'))[0]!,
    fastGlob.sync(join(folder, 'lst0_live_monthly/*.csv.gz')).sort(),
  );
  let pages = 0;
  for (const bytes of copies.pages()) keep(ingestJudged(ingest, document(`live page ${(pages += 1)}`, bytes)), true);
  line(
    `live list copies: ${copies.rows} rows = ${copies.statements} statements + ${copies.same} said before ` +
      `+ ${copies.resets} file resets; ${pages} pages`,
  );
}

function document(name: string, bytes: Uint8Array) {
  return { name, bytes, coverage: null, fetchedAt: null };
}
