/** The stored pages of sequences, the numbers beside them, and the redirections to them. */
import { dirname } from 'node:path';
import fastGlob from 'fast-glob';
import {
  LEAST_SEQUENCE,
  SEQUENCE_DATA,
  SEQUENCE_FILES,
  SEQUENCE_PAGE,
  sequenceAddress,
  sequenceDataPath,
  SEQUENCES_SITEMAP,
} from '#core/paths.ts';
import { DAY, formatDay, HOUR, MINUTE, type EpochMs } from '#core/time.ts';
import { FORECAST_UNTIL, forecastAftershocks } from '#seismology/aftershock-forecast.ts';
import { COMPLETE_ABROAD, COMPLETE_FROM } from '#seismology/aftershocks/steps.ts';
import type { Shock } from '#seismology/declustering.ts';
import {
  LISTED,
  type MemberShock,
  type SequenceContent,
  type SequenceForecast,
  type SizedEarthquake,
} from '#seismology/sequence-content.ts';
import type { Db } from '../catalog/database.ts';
import { earthquakeOf, knownOf, namesOf } from '../catalog/read.ts';
import { sequenceJson } from '../outputs/sequence.ts';
import { sequencePages, sequenceRedirection, type Site } from '../site/site.ts';
import { sitemap } from '../site/sitemap.ts';
import { picturesOf } from './event-pages.ts';
import type { SequenceMembers } from './sequence-members.ts';
import type { Output } from './writer.ts';

/** Main shocks without aftershocks and foreshocks have a page for so long. */
const AWAITED = 30 * DAY;
/** Those with a page before they have aftershocks are at or after this time: one build a day removes pages. */
export const awaitedFrom = (asOf: EpochMs): EpochMs => Math.floor(asOf / DAY) * DAY - AWAITED;

/** How often a forecast is made anew, by the age of the main shock: the rate falls with it. */
const stepAt = (age: EpochMs): EpochMs => (age < DAY ? 10 * MINUTE : age < 7 * DAY ? HOUR : DAY);

/** Pages show it for one and a half steps, and at least for so long. */
const LEAST_VALID = 2 * HOUR;

/** The last round time at which a forecast was due. */
export function forecastTime({ time }: Pick<Shock, 'time'>, asOf: EpochMs): EpochMs {
  const step = stepAt(asOf - time);
  return Math.floor(asOf / step) * step;
}

export interface PagesInputs {
  db: Db;
  dist: string;
  output: Output;
  asOf: EpochMs;
  site: Site;
  members: SequenceMembers;
  /** Pictures for previews of links, by path. */
  previews?: ReadonlyMap<string, Buffer>;
  /** Whether there are those of provinces. */
  isPictured: boolean;
}

const LANGUAGES = ['tr', 'en'] as const;

const largestOf = <One extends Shock>(shocks: readonly One[], count: number): One[] =>
  shocks.toSorted((a, b) => b.magnitude - a.magnitude || a.time - b.time).slice(0, count);

export class SequencePages {
  readonly #inputs: PagesInputs;
  readonly #picturesOf: ReturnType<typeof picturesOf>;
  readonly #due = new Set<string>();

  constructor(inputs: PagesInputs) {
    this.#inputs = inputs;
    this.#picturesOf = picturesOf(inputs);
  }

  /**
   * Brings the pages of the sequences of these earthquakes, and all that lies under their own names, into their present
   * state.
   *
   * @param ids undefined for all: then nothing else is left
   */
  put(ids?: Iterable<number>): void {
    const { db, members } = this.#inputs;
    const owners = new Map<number, SizedEarthquake>();
    for (const id of ids ?? members.largeBetween(-Infinity, Infinity).map((one) => one.id)) {
      // The names of a merged one are its survivor's.
      const of = knownOf(db, id)?.merged_into ?? id;
      const earthquake = earthquakeOf(db, of);
      const owner = earthquake && members.ownerOf(earthquake);
      if (owner) owners.set(owner.id, owner);
      const isLarge = (earthquake?.magnitude ?? 0) >= LEAST_SEQUENCE;
      if (owner?.id !== of) this.#redirect(of, isLarge ? owner : undefined);
    }
    for (const owner of [...owners.values()].sort((a, b) => a.time - b.time)) this.#putPage(owner);
    if (ids === undefined) this.#sweep();
    this.#putSitemap();
  }

  #putPage(main: SizedEarthquake): void {
    const { output, site, members } = this.#inputs;
    members.forget(main.time);
    const content = this.#contentOf(main);
    this.#redirect(main.id, content && main);
    if (!content) return;
    const files = [
      [sequenceDataPath(formatDay(main.time), main.slug), sequenceJson(content)] as const,
      ...sequencePages(site, content, this.#picturesOf(main)),
    ];
    for (const [path, body] of files) {
      output.put(path, body);
      this.#due.add(path);
    }
  }

  /** @returns undefined where there is nothing to tell, and nothing is awaited */
  #contentOf(main: SizedEarthquake): SequenceContent | undefined {
    const { db, asOf, members } = this.#inputs;
    const [aftershocks, foreshocks] = [members.aftershocksOf(main), members.foreshocksOf(main)];
    if (aftershocks.length + foreshocks.length === 0 && main.time < awaitedFrom(asOf)) return undefined;
    const listed = (shocks: readonly MemberShock[], count: number) =>
      largestOf(
        shocks.filter(({ isDoubtful }) => !isDoubtful),
        count,
      ).map(({ id }) => earthquakeOf(db, id)!);
    return {
      ...{ main, aftershocks, foreshocks },
      largest: listed(aftershocks, LISTED.aftershocks),
      largestForeshocks: listed(foreshocks, LISTED.foreshocks),
      neighbours: largestOf(members.neighboursOf(main), LISTED.neighbours),
      forecast: this.#forecastOf(main),
    };
  }

  /**
   * Of the last round time, or of the newest earthquake that counts, so that it is the same in every build. None of a
   * doubtful magnitude: one wrong value would frighten a province.
   */
  #forecastOf(main: SizedEarthquake): SequenceForecast | undefined {
    const { asOf, members } = this.#inputs;
    if (main.magnitudeDoubtful || asOf - main.time > FORECAST_UNTIL) return undefined;
    const known = members.after(main, asOf);
    const at = known.reduce((latest, { time }) => Math.max(latest, time), forecastTime(main, asOf));
    const complete = main.provinceCode === undefined ? COMPLETE_ABROAD : COMPLETE_FROM;
    const forecasts = forecastAftershocks(main, known, at, complete);
    const until = at + Math.max(LEAST_VALID, 1.5 * stepAt(asOf - main.time));
    return forecasts.length > 0 ? { at, until, forecasts } : undefined;
  }

  /** Puts redirections under the names of an earthquake, but that of the page itself; removes all without a page. */
  #redirect(id: number, to: SizedEarthquake | undefined): void {
    const { db, output, site } = this.#inputs;
    const own = to && sequenceAddress(formatDay(to.time), to.slug, 'en');
    for (const name of namesOf(db, id)) {
      if (name.by !== 'slug') continue;
      const { date, slug } = name;
      if (sequenceAddress(date, slug, 'en') === own) continue;
      output.remove(sequenceDataPath(date, slug));
      for (const language of LANGUAGES) {
        const path = `${sequenceAddress(date, slug, language)}index.html`;
        if (!to) output.removeWithFolders(path);
        else output.putDetail(path, sequenceRedirection(site, to, language));
        this.#due.add(path);
      }
    }
  }

  #sweep(): void {
    const { dist, output } = this.#inputs;
    for (const path of fastGlob.sync(SEQUENCE_FILES, { cwd: dist }))
      if (!this.#due.has(path)) output.removeWithFolders(path);
  }

  /** The sitemap lists each page with numbers beside it. */
  #putSitemap(): void {
    const { dist, output, site } = this.#inputs;
    const pages = fastGlob
      .sync(SEQUENCE_DATA, { cwd: dist })
      .sort()
      .flatMap((path) => {
        const [, date, slug] = SEQUENCE_PAGE.exec(dirname(path))!;
        return LANGUAGES.map((language) => ({ path: `/${sequenceAddress(date!, slug!, language)}` }));
      });
    if (pages.length === 0) output.remove(SEQUENCES_SITEMAP);
    else output.putDetail(SEQUENCES_SITEMAP, sitemap(pages, site.settings));
  }
}
