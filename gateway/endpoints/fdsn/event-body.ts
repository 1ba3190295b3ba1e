/** The body of an event answer: its records are read a batch at a time and written as the format says. */
import { eventOf, type FdsnEvent } from '#core/fdsn/event.ts';
import type { View } from '#core/fdsn/view.ts';
import type { ShardEntry } from '#core/manifest.ts';
import { jsonOf } from '../../dataset/lines.ts';
import type { DatasetFiles } from '../../dataset/files.ts';
import { ClientGone } from '../../http/errors.ts';
import { offered } from '../../http/response.ts';
import type { EventPosition, RowSource } from '../../scan/event-cursor.ts';
import type { RowRef } from '../../scan/event-rows.ts';
import type { Work } from '../../work/work-queue.ts';
import { ENDPOINTS } from '#core/endpoints.ts';
import { EVENT_CSV_HEAD, eventCsvRow } from '#core/fdsn/csv.ts';
import type { EventFormat } from '#core/fdsn/event-parameters.ts';
import { emscGeoJson } from '#core/fdsn/emsc.ts';
import { CollectionFoot, collectionHead, feature, type FeatureOptions } from '#core/fdsn/geojson.ts';
import { ResourceIds } from '#core/fdsn/ids.ts';
import { QUAKEML_FOOT, quakemlEvent, quakemlHead } from '#core/fdsn/quakeml.ts';
import { EVENT_TEXT_HEAD, eventTextRow } from '#core/fdsn/text.ts';
import { JSON_TYPE } from '#core/headers.ts';
import type { EpochMs } from '#core/time.ts';
import type { EventQuery } from '../../query/fdsn/event-query.ts';

export interface EventWriter {
  head: string;
  between: string;
  row(event: FdsnEvent): string;
  /** Read after the last row. */
  readonly foot: string;
}

export interface WriterOptions {
  query: EventQuery;
  count: number;
  /** Identifies query and data. */
  hash: string;
  /** When what the answer may draw on was last changed. */
  updatedAt: EpochMs;
  baseUrl: string;
  authorityId: string;
}

export const EVENT_TYPES_OF: Record<EventFormat, string> = {
  xml: 'application/xml; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  geojson: 'application/geo+json; charset=utf-8',
  json: JSON_TYPE,
  csv: 'text/csv; charset=utf-8',
};

export const WRITERS: Record<EventFormat, (options: WriterOptions) => EventWriter> = {
  xml({ query: { allOrigins, allMagnitudes, view }, hash, updatedAt, authorityId }) {
    const options = { ids: new ResourceIds(authorityId), allOrigins, allMagnitudes };
    return {
      head: quakemlHead(options, hash, updatedAt),
      between: '',
      row: (event) => quakemlEvent(view.agency === undefined ? event : ownPart(event), options),
      foot: QUAKEML_FOOT,
    };
  },
  text: () => ({ head: EVENT_TEXT_HEAD, between: '', row: eventTextRow, foot: '' }),
  geojson: (options) => geojsonWriter(options, feature),
  json: (options) => geojsonWriter(options, emscGeoJson, true),
  csv: () => ({ head: EVENT_CSV_HEAD, between: '', row: (event) => eventCsvRow(event), foot: '' }),
};

/** The event as one agency's own catalogue has it. */
const ownPart = (event: FdsnEvent): FdsnEvent => ({
  ...event,
  origins: [event.origin],
  mechanism: event.mechanism?.source.toLowerCase() === event.origin.name ? event.mechanism : null,
});

/** One event asked for by its id is a feature, as the USGS gives it. */
function geojsonWriter(
  { query, count, updatedAt, baseUrl }: WriterOptions,
  write: (event: FdsnEvent, options: FeatureOptions) => string,
  hasHeight = false,
): EventWriter {
  if (query.eventId !== undefined)
    return { head: '', between: '', row: (event) => write(event, { baseUrl, isDetail: true }), foot: '\n' };
  const foot = new CollectionFoot();
  const { limit, offset } = query;
  const page = limit === undefined && offset === 1 ? {} : { limit, offset };
  const url = `${baseUrl}${ENDPOINTS.events}`;
  return {
    head: collectionHead({ generated: updatedAt, url, title: 'Earthquakes', count, ...page }),
    between: ',\n',
    row(event) {
      foot.add(event, hasHeight);
      return write(event, { baseUrl });
    },
    get foot() {
      return foot.text;
    },
  };
}

/** Records of a batch, about three milliseconds of work. */
const BATCH = 64;
/** Least size of a piece but the last one, in characters. */
const PIECE = 65_536;

interface EventSource {
  files: DatasetFiles;
  rows: RowSource;
  view: View;
}

export class EventBody {
  readonly #source: EventSource;
  readonly #writer: EventWriter;
  readonly #foot: string | undefined;
  readonly #steps: AsyncGenerator<void, void, void>;
  #text: string;
  #isComplete = false;

  /** @param foot of the whole answer, where there are events before the first of the source */
  constructor(source: EventSource, writer: EventWriter, foot?: string) {
    this.#source = source;
    this.#writer = writer;
    this.#foot = foot;
    this.#text = foot === undefined ? writer.head : '';
    this.#steps = this.#write(foot === undefined ? '' : writer.between);
  }

  /** Of the events so far, or of the whole answer. */
  get foot(): string {
    return this.#foot ?? this.#writer.foot;
  }

  /** Whether all pieces were given. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** The next bytes of the body. @throws GatewayError `unavailable`, ClientGone, OverloadError */
  async piece(work: Work): Promise<Uint8Array> {
    while (!this.#isComplete && this.#text.length < PIECE) this.#isComplete = await work.step(this.#steps);
    const bytes = Buffer.from(this.#isComplete ? this.#text + this.foot : this.#text);
    this.#text = '';
    return bytes;
  }

  /** The end of the last piece; undefined where none can begin there. */
  position(): EventPosition | undefined {
    return this.#source.rows.position();
  }

  /** @param first the piece that was read already */
  async *chunks(work: Work, first?: Uint8Array): AsyncGenerator<Uint8Array, void, void> {
    const forget = (): void => this.#source.rows.forget();
    if (first) yield* offered(first, forget);
    try {
      while (!this.#isComplete) yield* offered(await this.piece(work), forget);
    } catch (error) {
      if (!(error instanceof ClientGone)) throw error;
    }
  }

  /** Yields after each slice. */
  async *#write(between: string): AsyncGenerator<void, void, void> {
    const { rows } = this.#source;
    const batch: RowRef[] = [];
    for (let isLast = false; !isLast;) {
      isLast = await rows.advance(batch, BATCH);
      if (isLast || batch.length === BATCH)
        for (const event of await readEvents(this.#source, batch.splice(0))) {
          this.#text += between + this.#writer.row(event);
          ({ between } = this.#writer);
        }
      yield;
    }
  }
}

/** The events of the rows, in their order. @throws GatewayError `unavailable` */
async function readEvents({ files, view }: EventSource, rows: readonly RowRef[]): Promise<FdsnEvent[]> {
  const byEntry = Map.groupBy(rows, ({ entry }) => entry);
  const events = new Map<RowRef, FdsnEvent>();
  await Promise.all(
    [...byEntry].map(async ([entry, own]) => {
      const [items, fulls] = await recordLines(files, entry, own);
      for (const [index, row] of own.entries())
        events.set(
          row,
          eventOf(jsonOf(items[index]!), jsonOf(fulls[index]!), row.agency ? { ...view, agency: row.agency } : view),
        );
    }),
  );
  return rows.map((row) => events.get(row)!);
}

async function recordLines(
  files: DatasetFiles,
  entry: ShardEntry,
  own: RowRef[],
): Promise<[Uint8Array[], Uint8Array[]]> {
  const runs = own.map(({ row }) => ({ first: row, last: row }));
  const [shard, solutions] = await Promise.all([files.shard(entry), files.solutions(entry)]);
  return Promise.all([files.lines(shard, runs), files.fullLines(solutions, runs)]);
}
