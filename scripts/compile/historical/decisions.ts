/**
 * What was decided by hand when the two lists were compared, and why. Rows are named by date and the list's own place
 * text, so a decision either finds its row or stops the compilation.
 */

interface Drop {
  /** The NOAA row that is left out. */
  noaa: string;
  /** Its `latitude longitude`, where the list has two rows of that date and text. */
  at?: string;
  reason: string;
}

interface Same {
  noaa: string;
  epica: string;
  reason: string;
}

/** NOAA rows that repeat another row of the lists under a second date. */
export const DROPPED: readonly Drop[] = [
  {
    noaa: '0858-01 TURKEY; ARMENIA: DVINA',
    reason: 'place, magnitude 5.2 and 12,000 deaths are those of the NOAA row of 851',
  },
  {
    noaa: '1668-07-10 TURKEY',
    reason: 'place, day and month and order of deaths are those of the NOAA row of 1688-07-10 (İzmir)',
  },
  {
    noaa: '1688-07-12 GREECE: AEGEAN SEA',
    reason: 'coordinates are those of the NOAA row of 1688-07-10 (İzmir), two days earlier',
  },
  {
    noaa: '1870-09-30 GREECE',
    reason: 'coordinates and deaths are those of the NOAA row of 1870-08-01 (Itea); EPICA has only that one',
  },
  {
    noaa: '1875-07-25 UKRAINE: CRIMEA: SEBASTOPOL',
    at: '44.5 33.3',
    reason: 'the other NOAA row of that day, 8 km away, has the time, the depth and the greater intensity',
  },
  {
    noaa: '1954-04-20 GREECE',
    reason: 'magnitude 7.0 and place are those of the NOAA row of 1954-04-30, no agency catalogue has this one',
  },
];

/** Rows of the two lists that are one earthquake although their dates do not agree within the rule. */
export const SAME: readonly Same[] = [
  {
    noaa: '1039-02-02 TURKEY: ISTANBUL (CONSTANTINOPLE)',
    epica: '1040-02-02 Smyrna',
    reason: 'same day and month one year apart, and the NOAA coordinates are 14 km from İzmir',
  },
  {
    noaa: '1629-03-09 GREECE: ISLANDS OF CYTHERA AND CRETE',
    epica: '1630-03-09 Crete',
    reason: 'same day and month one year apart, both at Crete, magnitudes 7.0 and 7.3',
  },
  {
    noaa: '1650-04-19 UKRAINE: BLACK SEA, AZOV SEA',
    epica: '1650-04-19 [Vrancea]',
    reason: 'same day, magnitudes 7.0 and 6.5, the NOAA text names only the two seas',
  },
  {
    noaa: '1855-04-29 TURKEY: BURSA',
    epica: '1855-04-11 Proussa',
    reason: 'same town, month and magnitude (6.7 and 6.65)',
  },
  {
    noaa: '1856-11-13 GREECE: CHIOS (E SPORADES)',
    epica: '1856-11-25 Chios',
    reason: '12 days apart, as the Julian and the Gregorian calendar were in that century',
  },
  {
    noaa: '1862-10-16 TURKEY',
    epica: '1862-11-03 Afion Karahissar',
    reason: '7 km and 18 days apart, magnitudes 6.1 and 5.71; neither list has a second shock of that place and year',
  },
];
