/**
 * Length of the rupture of an earthquake, km: subsurface length of all kinds of faults (D. L. Wells and
 * K. J. Coppersmith, BSSA 84, 1994, 974–1002).
 * @param magnitude Mw, 4.8 to 8.1 in their data
 */
export const ruptureKm = (magnitude: number): number => 10 ** (-2.44 + 0.59 * magnitude);
