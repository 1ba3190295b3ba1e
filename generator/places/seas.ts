/** Which sea a point off the coast lies in. */
import type { Point } from '#core/geo.ts';
import { RingIndex } from './land.ts';
import type { Sea } from './tables.ts';

export type SeaName = Omit<Sea, 'ring'>;

/** @param seas with outlines roughly over land; of two that overlap the first counts */
export function createSeaName(seas: readonly Sea[]): (point: Point) => SeaName | undefined {
  const indexed = seas.map(({ ring, ...name }) => ({ name, waters: new RingIndex([ring]) }));
  return (point) => indexed.find(({ waters }) => waters.contains(point))?.name;
}
