/** The site's scripts, style sheet, fonts and base map, bundled once; each is named by the hash of its content. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentHash } from '#core/etag.ts';
import { assetPath, WORKER } from '#core/paths.ts';
import { PROVINCES } from '#core/provinces.ts';
import { bundler } from '#runtime/bundler.ts';
import { parseProvinces } from '../places/tables.ts';
import { fontFile, sharedStyles, SUBSETS, withFonts, withSystemDark, type Subset } from '#core/styles/styles.ts';
import { COLOURINGS, COLOURS, UNKNOWN_COLOUR, type Theme } from './drawing/palette.ts';
import type { LandFile } from './drawing/land.ts';
import { boxOf } from './drawing/province-map.ts';
import { CELL, districtSeats, placeCells, type PlaceName } from './place-names.ts';
import { PAGES, UNLISTED_PAGES } from './pages/registry.ts';
import {
  ADVICE_SCRIPT,
  BASE_SCRIPT,
  NOTIFICATION_SCRIPT,
  OPEN_SCRIPT,
  PROVINCE_SCRIPT,
  BOOT_SCRIPT,
  MAP_SCRIPT,
  NEAR_SCRIPT,
  POINTS_SCRIPT,
  type Assets,
} from './pages/shell.ts';

interface BuiltAssets {
  assets: Assets;
  /** Path in `dist/` → content. */
  files: Map<string, Buffer>;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const data = (file: string): Buffer => readFileSync(here(`../../data/${file}`));

let land: LandFile | undefined;

/** For pictures that the generator draws; read at the first call of the process. */
export const baseMap = (): LandFile => (land ??= JSON.parse(data('basemap.json').toString()) as LandFile);

const STYLES = ['home', 'pages', 'maps', 'large-text', 'print'];
let built: BuiltAssets | undefined;

/** Bundled at the first call of the process. */
export const siteAssets = (): BuiltAssets => (built ??= buildAssets());

function buildAssets(): BuiltAssets {
  const files = new Map<string, Buffer>();
  const put: Put = (name, extension, body) => {
    const bytes = Buffer.from(body as string);
    const path = assetPath(name, contentHash(bytes), extension);
    files.set(path, bytes);
    return path;
  };
  const font = (subset: Subset): string => put(`font-${subset}`, 'woff2', fontFile(subset));
  const fonts = new Map(SUBSETS.map((subset) => [subset, font(subset)]));
  const places = data('places.csv').toString();
  const assets = {
    scripts: Object.fromEntries(bundles().map(([file, text]) => [file, put(basename(file, '.ts'), 'js', text)])),
    style: put('style', 'css', styleSheet(fonts)),
    baseMap: put('basemap', 'json', data('basemap.json')),
    layers: put('layers', 'json', JSON.stringify(layerFiles(put, places))),
    districts: put('districts', 'json', JSON.stringify(districtSeats(places).byProvince)),
  };
  // At the root, since its scope is its folder.
  files.set(WORKER, Buffer.from(worker(contentHash([...files.keys()].join()))));
  return { assets, files };
}

/** The oldest, of spring 2023; built-in functions are those of ES2023 (`browser/tsconfig.json`). */
const BROWSERS = ['chrome111', 'firefox115', 'safari16.4'];

const BUNDLED = {
  bundle: true,
  minify: true,
  write: false,
  target: BROWSERS,
  legalComments: 'none',
  // In place of tsconfig.json, which the image does not have.
  tsconfigRaw: { compilerOptions: { strict: true } },
} as const;

/** The service worker. @param version another one at every change of an asset */
function worker(version: string): Uint8Array {
  const { outputFiles } = bundler().buildSync({
    ...BUNDLED,
    ...{ entryPoints: [here('browser/offline-worker.ts')], format: 'iife', outdir: here('.') },
    define: { VERSION: JSON.stringify(version) },
  });
  return outputFiles[0]!.contents;
}

type Put = (name: string, extension: string, body: string | Uint8Array) => string;

/** What the map loads when it is needed, by its paths in `dist/`. */
function layerFiles(put: Put, places: string): object {
  const named = (names: PlaceName[]): string => put('names', 'json', JSON.stringify(names));
  const cells = [...placeCells(places)].map(([cell, names]) => [cell, named(names)]);
  return {
    units: put('units', 'json', data('units.json')),
    faults: put('faults', 'json', data('faults.json')),
    seats: named(districtSeats(places).seats),
    ...{ cell: CELL, cells: Object.fromEntries(cells) as Record<string, string> },
    provinces: provinceBoxes(),
  };
}

/** By plate code: west, south, east and north, degrees. */
function provinceBoxes(): Record<string, number[]> {
  const rings = parseProvinces(data('provinces.csv').toString(), 'provinces.csv');
  return Object.fromEntries(
    PROVINCES.map(({ code, name }) => {
      const { west, south, east, north } = boxOf(rings.get(name)!);
      return [Number(code), [west, south, east, north].map((degrees) => Math.round(degrees * 100) / 100)];
    }),
  );
}

/** Each script of the pages with its bundled text. */
function bundles(): [file: string, text: Uint8Array][] {
  const pages = [...PAGES, ...UNLISTED_PAGES].map(({ script }) => script);
  const scripts = [
    ...new Set([
      BOOT_SCRIPT,
      MAP_SCRIPT,
      BASE_SCRIPT,
      POINTS_SCRIPT,
      NEAR_SCRIPT,
      ADVICE_SCRIPT,
      NOTIFICATION_SCRIPT,
      OPEN_SCRIPT,
      PROVINCE_SCRIPT,
      ...pages,
    ]),
  ];
  const { outputFiles } = bundler().buildSync({
    entryPoints: scripts.map((file) => ({ out: file, in: here(`browser/${file}`) })),
    ...BUNDLED,
    format: 'esm',
    outdir: here('.'),
  });
  return scripts.map((file) => [file, outputFiles.find(({ path }) => path.endsWith(`/${file}.js`))!.contents]);
}

function styleSheet(fonts: ReadonlyMap<Subset, string>): string {
  const own = STYLES.map((name) => readFileSync(here(`styles/${name}.css`), 'utf8')).join('\n');
  const text = `${sharedStyles()}\n${own}\n${classColours()}`;
  const { code } = bundler().transformSync(text, { loader: 'css', minify: true, target: BROWSERS });
  return withFonts(code, (subset) => fonts.get(subset)!.replace(/^assets\//, ''));
}

/** The palettes for pictures and lists within pages: `--depth-0`, `--age-0` and so on, `--depth--1` of unknown ones. */
function classColours(): string {
  const named = (theme: Theme): [name: string, colour: string][] =>
    COLOURINGS.flatMap((colouring) =>
      [UNKNOWN_COLOUR[theme], ...COLOURS[theme][colouring]].map((colour, index): [string, string] => [
        `${colouring}-${index - 1}`,
        colour,
      ]),
    );
  const variables = (theme: Theme): string =>
    named(theme)
      .map(([name, colour]) => `--${name}: ${colour};`)
      .join(' ');
  const classes = named('light').map(
    ([name]) => `.${name} { fill: var(--${name}); background-color: var(--${name}); }`,
  );
  return withSystemDark(`:root { ${variables('light')} }
:root[data-theme='dark'] { ${variables('dark')} }
${classes.join('\n')}`);
}
