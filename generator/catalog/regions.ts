/** Regions that decide which solutions are preferred and how they are compared. */
import type { Box } from '#core/geo.ts';

/** Where the national networks locate best: Türkiye and a strip around it. */
export const NATIONAL: Box = { south: 35.5, north: 42.5, west: 25.5, east: 45 };
