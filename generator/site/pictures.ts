/** Pictures for previews of links, drawn as PNG. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Earthquake } from '#core/earthquake.ts';
import { contentHash } from '#core/etag.ts';
import { PICTURES } from '#core/paths.ts';
import { sourceHash } from '#runtime/source-hash.ts';
import { fontFile } from '#core/styles/styles.ts';
import { doubtOfEarthquake } from '#core/unsettled.ts';
import { baseMap } from './assets.ts';
import { provincePreview, mapPreview, type MapPreview, previewPicture } from './drawing/previews.ts';
import { PROVINCES, type Province } from '#core/provinces.ts';
import { provinceAreas } from './province-areas.ts';

/** The same is drawn alike as long as this is the same. */
const DRAWING = sourceHash('generator/site/drawing/previews.ts');

/** Turkish addresses of the pages with a picture of their own. */
const PICTURED = { home: '/', atlas: '/harita/', statistics: '/istatistik/' } as const;

export type PicturedPage = keyof typeof PICTURED;

/** The picture of a page. */
export function plannedMap(page: PicturedPage, picture: MapPreview, serviceName: string): PlannedPicture {
  const shown = [DRAWING, serviceName, picture];
  return {
    path: `${PICTURES}/${page}.${contentHash(JSON.stringify(shown))}.png`,
    svg: () => mapPreview(picture, baseMap(), serviceName),
  };
}

/**
 * Of the page with this Turkish address, among pictures; undefined for none.
 * @param headline its own picture is that of the first page
 */
export function pictureOfPage(
  address: string,
  pictures: Iterable<string>,
  headline: { id: number } | undefined,
): string | undefined {
  const [page] = Object.entries(PICTURED).find(([, one]) => one === address) ?? [];
  const paths = [...pictures];
  const named = (name: string | number): string | undefined =>
    paths.find((path) => path.startsWith(`${PICTURES}/${name}.`));
  return (page === 'home' && headline ? named(headline.id) : undefined) ?? (page && named(page));
}

export interface PlannedPicture {
  /** In `dist/`; it changes whenever the picture does. */
  path: string;
  svg(): string;
}

/** Nothing is drawn yet. */
export function plannedPictures(earthquakes: readonly Earthquake[], serviceName: string): PlannedPicture[] {
  return earthquakes.map((earthquake) => {
    const { time, precision, latitude, longitude, depthKm, magnitude, magnitudeType, location } = earthquake;
    const shown = [
      ...[DRAWING, serviceName, time, precision, latitude, longitude, depthKm, magnitude, magnitudeType, location],
      ...[doubtOfEarthquake(earthquake, 'tr')],
    ];
    return {
      path: `${PICTURES}/${earthquake.id}.${contentHash(JSON.stringify(shown))}.png`,
      svg: () => previewPicture(earthquake, baseMap(), serviceName),
    };
  });
}

/** The earthquake of a planned path; undefined for other paths. */
export const idOfPicture = (path: string): number | undefined => {
  const [, id] = /^pictures\/(\d{1,15})\.[0-9a-f]{24}\.png$/.exec(path) ?? [];
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

/** Of the page of a province in both languages, path in `dist/`. */
export const provincePicturePath = ({ slug }: Province, serviceName: string): string =>
  `${PICTURES}/${slug}.${contentHash(JSON.stringify([DRAWING, serviceName]))}.png`;

/** Nothing is drawn yet. */
export const plannedProvincePictures = (serviceName: string): PlannedPicture[] =>
  PROVINCES.map((province) => ({
    path: provincePicturePath(province, serviceName),
    svg: () => provincePreview(province, provinceAreas().get(province.name)!, serviceName),
  }));
