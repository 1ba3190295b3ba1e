/**
 * A synthetic catalogue: true earthquakes, what each agency makes of them, their files, and the true association
 * beside.
 */
import { appendFileSync, closeSync, mkdirSync, openSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY, formatInstant, type EpochMs } from '#core/time.ts';
import { afadId, afadReports } from './afad.ts';
import { observersOf, type Observer } from './detection.ts';
import { startOfYear } from './eras.ts';
import { FeedFiles } from './feed-files.ts';
import { formsOf, type FiledFeed } from './forms.ts';
import { kandilliHistories, kandilliView, xmlReport, zeqdbReport } from './kandilli.ts';
import { LiveDesk } from './live-pages.ts';
import { readme, type SynthesisSummary } from './readme.ts';
import { Random, wordOf } from './random.ts';
import { trueEvents, type Scenario } from './seismicity.ts';
import { type TrueEvent } from './events.ts';
import { stateAt, type PublishedRow, type ReportHistory, type SyntheticFeed } from './report-history.ts';
import { trueReport, truthLine, type TrueReport } from './truth.ts';
import { turhecReport } from './turhec.ts';
import { usgsId, usgsReport } from './usgs.ts';

export interface SynthesizeOptions {
  /** Number of true earthquakes, 1 to 3,000,000. */
  events: number;
  /** `7` and `'7'` are the same. */
  seed: number | string;
  /** A folder that does not exist or is empty. */
  out: string;
  /** Inclusive; from 1900 on. Default: 1900, in a quiet year its beginning, in a sequence a day before `until`. */
  from?: EpochMs;
  /** Exclusive, and the instant for which the files are true. Default 2026-01-01. */
  until?: EpochMs;
  scenario?: Scenario;
}

/** What was wrong with the options, in words for the user. */
export class SynthesizeError extends Error {
  override name = 'SynthesizeError';
}

interface Edition {
  at: EpochMs;
  /** Origin times from here on are in it. */
  from: EpochMs;
  feeds: Map<FiledFeed, FeedFiles>;
}

type ResolvedOptions = Required<SynthesizeOptions> & { word: number };

const EARLIEST = startOfYear(1900);
const MOST_EVENTS = 3_000_000;

function resolveOptions(options: SynthesizeOptions): ResolvedOptions {
  const { events, seed, out, scenario = 'catalogue', until = startOfYear(2026) } = options;
  const spans = { catalogue: until - EARLIEST, quiet: 365 * DAY, sequence: DAY };
  const from = options.from ?? until - spans[scenario];
  if (!Number.isInteger(events) || events < 1 || events > MOST_EVENTS) {
    throw new SynthesizeError(`events must be a whole number from 1 to ${MOST_EVENTS}, not ${events}`);
  }
  if (from < EARLIEST) throw new SynthesizeError(`the catalogue cannot begin before 1900 (${formatInstant(from)})`);
  if (from >= until)
    throw new SynthesizeError(`the catalogue begins (${formatInstant(from)}) after it ends (${formatInstant(until)})`);
  return {
    events,
    seed,
    out,
    scenario,
    from,
    until,
    word: wordOf(String(seed)),
  };
}

function prepareFolder(out: string): void {
  try {
    mkdirSync(out, { recursive: true });
    if (readdirSync(out).length === 0) return;
  } catch (error) {
    throw new SynthesizeError(`the folder ${out} cannot be used: ${(error as Error).message}`);
  }
  throw new SynthesizeError(`the folder ${out} is not empty: name a new one`);
}

/** The files as at `until`, and before them those of some months, or of half the span, earlier. */
function editionsOf({ out, from, until }: ResolvedOptions): Edition[] {
  const back = Math.min(180 * DAY, (until - from) / 2);
  const edition = (root: string, at: EpochMs, since: EpochMs, feeds?: FiledFeed[]): Edition => {
    const forms = formsOf(at).filter(([feed]) => !feeds || feeds.includes(feed));
    return {
      at,
      from: since,
      feeds: new Map(forms.map(([feed, form]) => [feed, new FeedFiles(root, form)])),
    };
  };
  const earlierAt = Math.round(until - back);
  return [
    edition(join(out, 'earlier'), earlierAt, Math.max(from, earlierAt - 365 * DAY), [
      'kandilli-xml',
      'afad-api',
      'usgs-fdsn',
    ]),
    edition(out, until, -Infinity),
  ];
}

/** Writes a report into the editions. @returns its published rows, oldest edition first */
function publish(report: ReportHistory, event: TrueEvent, editions: readonly Edition[]): PublishedRow[] {
  const published: PublishedRow[] = [];
  for (const { at, from, feeds } of editions) {
    const files = event.time < from ? undefined : feeds.get(report.feed as FiledFeed);
    const row = files && stateAt(report.versions, at);
    if (!row) continue;
    files.add(row);
    published.push(row);
  }
  return published;
}

/** State of a run, carried from event to event. */
class Run {
  readonly settled: ResolvedOptions;
  readonly editions: Edition[];
  readonly desk: LiveDesk;
  readonly #truth: number;
  truthBytes = 0;
  readonly #random = new Random();
  readonly #ids = { afad: 0, usgs: 0, turhec: 0 };
  /** Lines that wait for the live pages. */
  #waiting: { event: TrueEvent; reports: () => TrueReport[] }[] = [];
  unreported = 0;

  constructor(settled: ResolvedOptions) {
    this.settled = settled;
    this.editions = editionsOf(settled);
    this.desk = new LiveDesk(settled);
    this.#truth = openSync(join(settled.out, 'truth.ndjson'), 'wx');
  }

  /** Every agency has its own stream of random numbers for each event. */
  #stream(event: TrueEvent, name: string): Random {
    this.#random.reseed(this.settled.word, wordOf(name), event.n);
    return this.#random;
  }

  #reports(observer: Observer, event: TrueEvent): ReportHistory[] {
    const random = this.#stream(event, observer);
    switch (observer) {
      case 'kandilli':
        return [];
      case 'afad':
        return afadReports(event, () => afadId(this.#ids.afad++), random);
      case 'usgs':
        return [
          usgsReport(event, [usgsId(this.#ids.usgs++, event.time), usgsId(this.#ids.usgs++, event.time)], random),
        ];
      case 'turhec':
        return [turhecReport(event, String(500_000 + this.#ids.turhec++), random)];
    }
  }

  /** Kandilli's reports in files, and reports of the live page that fill when its snapshots are taken. */
  #kandilli(event: TrueEvent): { filed: ReportHistory[]; live: { twin: boolean; shown: readonly PublishedRow[] }[] } {
    const random = this.#stream(event, 'kandilli');
    const final = kandilliView(event, random);
    const histories = kandilliHistories(event, final, random);
    const onPages = this.desk.reaches(event.time) ? histories : [];
    return {
      filed: [...histories.map(xmlReport), zeqdbReport(event, final, random)],
      live: onPages.map(({ versions, twin }) => ({ twin, shown: this.desk.take(versions) })),
    };
  }

  take(event: TrueEvent): void {
    for (const { feeds } of this.editions) for (const files of feeds.values()) files.advance(event.time);
    const observers = observersOf(event, this.#stream(event, 'seen'));
    const kandilli = observers.includes('kandilli') ? this.#kandilli(event) : { filed: [], live: [] };
    const histories = [...kandilli.filed, ...observers.flatMap((observer) => this.#reports(observer, event))];
    const filed = histories.map((history) => trueReport(history, publish(history, event, this.editions)));
    const reports = (): TrueReport[] =>
      [
        ...kandilli.live.map(({ twin, shown }) => trueReport({ feed: 'kandilli-live', keys: [], twin }, shown)),
        ...filed,
      ].filter(({ rows }) => rows.length > 0);
    if (kandilli.live.length > 0 || this.#waiting.length > 0) this.#waiting.push({ event, reports });
    else this.#write(event, reports());
  }

  #write(event: TrueEvent, reports: TrueReport[]): void {
    if (reports.length === 0) this.unreported += 1;
    const line = Buffer.from(truthLine(event, reports));
    appendFileSync(this.#truth, line);
    this.truthBytes += line.length;
  }

  finish(): void {
    for (const { feeds } of this.editions) for (const files of feeds.values()) files.close();
    this.desk.writePages(this.settled.out);
    for (const { event, reports } of this.#waiting) this.#write(event, reports());
    this.#waiting = [];
    closeSync(this.#truth);
  }
}

function summarise(run: Run): SynthesisSummary {
  const { desk, editions, settled, unreported } = run;
  const rows: Partial<Record<SyntheticFeed, number>> = { 'kandilli-live': desk.rows };
  let [files, bytes] = [desk.files + 2, desk.bytes + run.truthBytes];
  for (const { feeds } of editions) {
    for (const [feed, written] of feeds) {
      rows[feed] = (rows[feed] ?? 0) + written.rows;
      files += written.files;
      bytes += written.bytes;
    }
  }
  return { events: settled.events, rows, files, bytes, unreported };
}

/**
 * Writes the catalogue. The same options give the same bytes. Memory: the true events, and the rows of the periods that
 * are open.
 * @throws SynthesizeError when the options cannot be met.
 */
export function synthesize(options: SynthesizeOptions): SynthesisSummary {
  const settled = resolveOptions(options);
  prepareFolder(settled.out);
  const run = new Run(settled);
  const { events, from, until, scenario, word } = settled;
  for (const event of trueEvents({ events, seed: word, from, until, scenario })) run.take(event);
  run.finish();
  const summary = summarise(run);
  writeFileSync(join(settled.out, 'SYNTHETIC.txt'), readme(settled, summary));
  return summary;
}
