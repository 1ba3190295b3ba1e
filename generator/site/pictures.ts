/** Pictures for previews of links, drawn as PNG. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Earthquake } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import { pictureName, pictureNamed, PICTURES } from '#core/paths.ts';
import { sourceHash } from '#runtime/source-hash.ts';
import { fontFile } from '#core/styles/styles.ts';
import { doubtOfEarthquake } from '#core/unsettled.ts';
import { baseMap } from './assets.ts';
import { provincePreview, mapPreview, type Look, type MapPreview, previewPicture } from './drawing/previews.ts';
import { PROVINCES, type Province } from '#core/provinces.ts';
import type { Both, Language } from './pages/language.ts';

export type { Both } from './pages/language.ts';
import { provinceArea } from './province-areas.ts';

/** The same is drawn alike as long as this is the same. */
const DRAWING = sourceHash('generator/site/drawing/previews.ts');

/** Turkish addresses of the pages with a picture of their own. */
const PICTURED = { home: '/', atlas: '/harita/', statistics: '/istatistik/' } as const;

const LANGUAGES: readonly Language[] = ['tr', 'en'];

export type PicturedPage = keyof typeof PICTURED;

interface PictureOf<Name> {
  name: Name;
  language: Language;
}

/** The picture of a page. @param drawn what makes it another one; by default all that it shows */
export function plannedMap(
  { name, language }: PictureOf<PicturedPage>,
  picture: MapPreview,
  { serviceName, drawn = picture }: { serviceName: string; drawn?: unknown },
): PlannedPicture {
  const hash = contentHash(JSON.stringify([DRAWING, serviceName, drawn]));
  return {
    path: `${PICTURES}/${pictureName(name, language)}.${hash}.png`,
    svg: () => mapPreview(picture, baseMap(), serviceName),
  };
}

/**
 * Of the page with this Turkish address, among pictures, by language; that of the map of all years for one without.
 * @param headline its own picture is that of the first page
 */
export function picturesOfPage(
  address: string,
  paths: readonly string[],
  headline: { id: number } | undefined,
): Partial<Both> {
  const [page = 'atlas'] = Object.entries(PICTURED).find(([, one]) => one === address) ?? [];
  const of = (language: Language): string | undefined =>
    (page === 'home' && headline ? pictureNamed(paths, headline.id, language) : undefined) ??
    pictureNamed(paths, page, language);
  return byLanguage(of);
}

/** @param of undefined where there is none */
export function byLanguage(of: (language: Language) => string | undefined): Partial<Both> {
  const [tr, en] = [of('tr'), of('en')];
  return { ...(tr === undefined ? {} : { tr }), ...(en === undefined ? {} : { en }) };
}

export interface PlannedPicture {
  /** In `dist/`; it changes whenever the picture does. */
  path: string;
  svg(): string;
}

/** In both languages. Nothing is drawn yet. */
export const plannedPictures = (earthquakes: readonly Earthquake[], serviceName: string): PlannedPicture[] =>
  earthquakes.flatMap((one) => LANGUAGES.map((language) => plannedPicture(one, { serviceName, language })));

function plannedPicture(earthquake: Earthquake, look: Omit<Look, 'land'>): PlannedPicture {
  const { id, time, precision, latitude, longitude, depthKm, magnitude, magnitudeType } = earthquake;
  const place = look.language === 'tr' ? earthquake.location : earthquake.locationEn;
  const shown = [
    ...[DRAWING, look.serviceName, time, precision, latitude, longitude, depthKm, magnitude, magnitudeType, place],
    ...[doubtOfEarthquake(earthquake, look.language), earthquake.provinceCode],
  ];
  return {
    path: `${PICTURES}/${pictureName(id, look.language)}.${contentHash(JSON.stringify(shown))}.png`,
    svg: () => previewPicture(earthquake, { ...look, land: baseMap() }),
  };
}

/** The earthquake of a planned path; undefined for other paths. */
export const idOfPicture = (path: string): number | undefined => {
  const [, id] = /^pictures\/(\d{1,15})(?:-en)?\.[0-9a-f]{24}\.png$/.exec(path) ?? [];
  return id === undefined ? undefined : Number(id);
};

/** Opened at the first picture of the process. */
let opening: Promise<(svg: string) => Buffer> | undefined;

export const pictureRenderer = (): Promise<(svg: string) => Buffer> => (opening ??= openRenderer());

async function openRenderer(): Promise<(svg: string) => Buffer> {
  const { initWasm, Resvg } = await import('@resvg/resvg-wasm');
  await initWasm(readFileSync(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
  const fontBuffers = [fontFile('latin'), fontFile('latin-ext')];
  const font = { fontBuffers, loadSystemFonts: false, defaultFontFamily: 'Hanken Grotesk' };
  return (svg) => {
    const resvg = new Resvg(svg, { font });
    const image = resvg.render();
    const png = Buffer.from(image.asPng());
    image.free();
    resvg.free();
    return png;
  };
}

/** Of the page of a province in both languages, and of what lies in none; path in `dist/`. */
export const provincePicturePath = (province: Province | undefined, serviceName: string): string =>
  `${PICTURES}/${province?.slug ?? 'region'}.${contentHash(JSON.stringify([DRAWING, serviceName]))}.png`;

/** Nothing is drawn yet. */
export const plannedProvincePictures = (serviceName: string): PlannedPicture[] =>
  [...PROVINCES, undefined].map((province) => ({
    path: provincePicturePath(province, serviceName),
    svg: () =>
      province
        ? provincePreview(province, provinceArea(province.name), serviceName)
        : mapPreview({ title: 'Depremler', lines: ['Earthquakes'], epicentres: [] }, baseMap(), serviceName),
  }));
