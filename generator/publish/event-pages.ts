/** The stored pages of earthquakes, under each of their dated slugs, and the sitemaps that list them. */
import type { Earthquake } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import { provinceWithCode } from '#core/provinces.ts';
import { EARTHQUAKE_PAGE, PAGE_FOLDERS, pictureNamed, SEQUENCES_SITEMAP, SITEMAPS } from '#core/paths.ts';
import { BANDS, bandOf } from '#core/shard.ts';
import { formatDay, type EpochMs } from '#core/time.ts';
import type { Db } from '../catalog/database.ts';
import { earthquakeOf, idsOfBand, knownOf, namesOf, slugOwner, type Known } from '../catalog/read.ts';
import { changedAt, newestTimeOf, slugsOf } from '../catalog/stored-pages.ts';
import { type Both, byLanguage, provincePicturePath } from '../site/pictures.ts';
import { ADVICE_AGES, earthquakePages, shellHash, SITE_SITEMAP, type Site } from '../site/site.ts';
import { sitemap, sitemapIndex } from '../site/sitemap.ts';
import { hasFiles, type FilesOfSome } from './detail-files.ts';
import { PAGE_RENDERING } from './rendering.ts';
import type { Output } from './writer.ts';

/** Every earthquake from this magnitude up has a page. */
const PAGE_BAND = bandOf(5);
/** Sitemaps list those from this magnitude up: the pages of smaller ones go after some time. */
export const LISTED_BAND = bandOf(4);

/** Changes when every page does. @param isPictured whether there are pictures of provinces */
export const pagesHash = (site: Site, isPictured: boolean): string =>
  contentHash(shellHash(site), PAGE_RENDERING, String(isPictured));

/** Whether an earthquake has a stored page. */
export function hasPage(db: Db, asOf: EpochMs): (known: Pick<Known, 'state' | 'band' | 'time'>) => boolean {
  const isNotable = hasFiles(db, 'notable', asOf);
  return (known) => known.state === 'current' && (known.band >= PAGE_BAND || isNotable(known));
}

/** Earthquakes with a page that says what to do at only one of two times. */
export const advisedBetween = (db: Db, one: EpochMs, other: EpochMs): number[] =>
  ADVICE_AGES.flatMap((age) =>
    Array.from({ length: BANDS - LISTED_BAND }, (_, n) =>
      idsOfBand(db, LISTED_BAND + n, Math.min(one, other) - age, Math.max(one, other) - age),
    ).flat(),
  );

const pathsOf = (date: string, slug: string): Record<'tr' | 'en', string> => ({
  tr: `${PAGE_FOLDERS.tr}/${date}/${slug}`,
  en: `${PAGE_FOLDERS.en}/${date}/${slug}`,
});

interface EventPagesInputs {
  db: Db;
  output: Output;
  asOf: EpochMs;
  site: Site;
  /** Pictures for previews of links, by path. */
  previews?: ReadonlyMap<string, Buffer>;
  /** Whether there are those of provinces. */
  isPictured: boolean;
}

/** Of an earthquake: its own, or that of its province, or of all of the region. */
export function picturesOf({ previews, isPictured, site }: Pick<EventPagesInputs, 'previews' | 'isPictured' | 'site'>) {
  const paths = [...(previews?.keys() ?? [])];
  return ({ id, provinceCode }: Pick<Earthquake, 'id' | 'provinceCode'>): Partial<Both> => {
    const other = isPictured
      ? provincePicturePath(provinceWithCode(provinceCode), site.settings.serviceName)
      : undefined;
    return byLanguage((language) => pictureNamed(paths, id, language) ?? other);
  };
}

export class EventPages implements FilesOfSome {
  readonly #inputs: EventPagesInputs;
  readonly #isDue: ReturnType<typeof hasPage>;
  readonly #picturesOf: ReturnType<typeof picturesOf>;

  constructor(inputs: EventPagesInputs) {
    this.#inputs = inputs;
    this.#isDue = hasPage(inputs.db, inputs.asOf);
    this.#picturesOf = picturesOf(inputs);
  }

  isDue(known: Known): boolean {
    return this.#isDue(known);
  }

  put({ id }: Known): void {
    const { db, output, site } = this.#inputs;
    const earthquake = earthquakeOf(db, id)!;
    const own = pathsOf(formatDay(earthquake.time), earthquake.slug);
    for (const [language, page] of earthquakePages(site, earthquake, this.#picturesOf(earthquake)))
      output.putDetail(`${own[language]}/index.html`, page);
    for (const former of this.#folders(id))
      for (const language of ['tr', 'en'] as const)
        if (former[language] !== own[language])
          output.link(`${own[language]}/index.html`, `${former[language]}/index.html`);
  }

  remove({ id }: Known): void {
    for (const { tr, en } of this.#folders(id))
      for (const folder of [tr, en]) this.#inputs.output.removeWithFolders(`${folder}/index.html`);
  }

  /** Under every dated slug. */
  #folders(id: number): Record<'tr' | 'en', string>[] {
    return namesOf(this.#inputs.db, id).flatMap((name) => (name.by === 'slug' ? [pathsOf(name.date, name.slug)] : []));
  }

  /** Whether the catalogue explains a page or a sitemap. */
  isExpected(path: string): boolean {
    const { db, asOf } = this.#inputs;
    if (path.startsWith(SITEMAPS)) return periodsUntil(asOf).some((period) => period.path === path);
    const [, folder = ''] = /^(.*)\/index\.html$/.exec(path) ?? [];
    const [, , date, slug] = EARTHQUAKE_PAGE.exec(folder) ?? [];
    const owner = date && slug ? slugOwner(db, date, slug) : undefined;
    const known = owner === undefined ? undefined : knownOf(db, owner);
    const survivor = known?.state === 'merged' ? knownOf(db, known.merged_into!) : known;
    return survivor !== undefined && this.#isDue(survivor);
  }

  /** Of all decades; those without a change are not written. */
  putSitemaps(): void {
    const { db, output, asOf, site } = this.#inputs;
    for (const period of periodsUntil(asOf)) {
      const slugs = slugsOf(db, LISTED_BAND, period).filter((one) => this.#isDue({ ...one, state: 'current' }));
      const listed = slugs.flatMap(({ id, time, slug }) => {
        const changed = changedAt(db, id);
        return Object.values(pathsOf(formatDay(time), slug)).map((path) => ({ path: `/${path}`, changed }));
      });
      if (listed.length === 0) output.remove(period.path);
      else output.putDetail(period.path, sitemap(listed, site.settings));
    }
  }

  /** `sitemap.xml`. */
  sitemapIndex(): Buffer {
    const { db, asOf, site, output } = this.#inputs;
    const bands = Array.from({ length: BANDS - LISTED_BAND }, (_, n) => LISTED_BAND + n);
    const isListed = (period: Period): boolean =>
      bands.some((band) => {
        const time = newestTimeOf(db, band, period);
        return time !== undefined && this.#isDue({ state: 'current', band, time });
      });
    const files = periodsUntil(asOf).filter(isListed);
    const sequences = output.exists(SEQUENCES_SITEMAP) ? [SEQUENCES_SITEMAP] : [];
    return Buffer.from(sitemapIndex([SITE_SITEMAP, ...sequences, ...files.map(({ path }) => path)], site.settings));
  }
}

interface Period {
  /** In `dist/`. */
  path: string;
  from: EpochMs;
  /** Exclusive. */
  to: EpochMs;
}

const FIRST_DECADE = 1900;

/** The time before 1900, and the decades since. */
function periodsUntil(asOf: EpochMs): Period[] {
  const decades = Math.floor((new Date(asOf).getUTCFullYear() - FIRST_DECADE) / 10) + 1;
  const starts = Array.from({ length: decades }, (_, n) => FIRST_DECADE + n * 10);
  const path = (name: string | number): string => `${SITEMAPS}/earthquakes-${name}.xml`;
  return [
    { path: path(`before-${FIRST_DECADE}`), from: -Infinity, to: Date.UTC(FIRST_DECADE) },
    ...starts.map((year) => ({ path: path(year), from: Date.UTC(year), to: Date.UTC(year + 10) })),
  ];
}
