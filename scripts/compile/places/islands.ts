/** Which island a town abroad lies on, with the island's name in Turkish and English. */
import { distanceKm, type Point } from '#core/geo.ts';
import { kmToEdges, RingIndex } from '../../../generator/places/land.ts';
import { names } from '../tables.ts';
import type { LandRings } from '../../../generator/places/tables.ts';

export interface Island extends Point {
  turkish: string;
  english: string;
}

/** A row of HGK's list, before its names are divided. */
interface HgkIsland extends Point {
  name: string;
  type: string;
}

/** English for HGK's Greek names, where it is another; reviewed by hand. */
const ENGLISH = names('island');

/** `Midilli Ad. / Lesvos` of HGK's list: islands whose name is given in both languages. */
export function islandsOf(hgk: readonly HgkIsland[]): Island[] {
  return hgk.flatMap(({ name, type, latitude, longitude }) => {
    const [, turkish, greek] = /^(.+?)(?: Ad\.?)?\s*\/\s*(\S.*)$/.exec(name) ?? [];
    if (type !== 'ADA' || turkish === undefined || greek === undefined) return [];
    return [{ turkish: `${turkish} Adası`, english: ENGLISH.get(greek) ?? greek, latitude, longitude }];
  });
}

/** A town outside of every outline is on an island whose position is this near, in km: one too small for the map. */
const SMALL_ISLAND_KM = 8;

/** A town on the shore lies up to so many km outside of the island's outline. */
const SHORE_KM = 2;

/** No island is wider, in degrees: what is belongs to a mainland. */
const WIDEST = 3.5;

/** An outline belongs to the island whose position lies within it. */
export function createIslandOf(islands: readonly Island[], { land }: LandRings): (town: Point) => Island | undefined {
  const outlines = land
    .filter(isIsland)
    .map((ring) => ({ ring, outline: new RingIndex([ring]) }))
    .map((shape) => ({ ...shape, island: islands.find((island) => shape.outline.contains(island)) }));
  const ground = new RingIndex(land);
  const onShore = (town: Point): (typeof outlines)[number] | undefined =>
    ground.contains(town)
      ? undefined
      : outlines.find(({ ring, island }) => island && kmToEdges(town, [ring]) <= SHORE_KM);
  return (town) => {
    const own = outlines.find(({ outline }) => outline.contains(town)) ?? onShore(town);
    if (own) return own.island;
    const nearest = islands.toSorted((a, b) => distanceKm(a, town) - distanceKm(b, town))[0];
    return nearest && distanceKm(nearest, town) <= SMALL_ISLAND_KM ? nearest : undefined;
  };
}

function isIsland(ring: Float64Array): boolean {
  const longitudes = ring.filter((_, index) => index % 2 === 0);
  return Math.max(...longitudes) - Math.min(...longitudes) <= WIDEST;
}
