import type { List } from './lists.ts';

/**
 * What was decided by hand when the lists were compared, and why. Rows are named by date and the list's own place
 * text, so a decision either finds its row or stops the compilation.
 */

interface Drop {
  list: List;
  /** The row that is left out. */
  id: string;
  /** Its `latitude longitude`, where the list has two rows of that date and text. */
  at?: string;
  reason: string;
}

interface Same {
  of: readonly [List, string];
  /** In a later list. */
  and: readonly [List, string];
  reason: string;
}

/** Rows that repeat another row of the lists under a second date. */
export const DROPPED: readonly Drop[] = [
  {
    list: 'NOAA',
    id: '0858-01 TURKEY; ARMENIA: DVINA',
    reason: 'place, magnitude 5.2 and 12,000 deaths are those of the NOAA row of 851',
  },
  {
    list: 'NOAA',
    id: '1668-07-10 TURKEY',
    reason: 'place, day and month and order of deaths are those of the NOAA row of 1688-07-10 (İzmir)',
  },
  {
    list: 'NOAA',
    id: '1688-07-12 GREECE: AEGEAN SEA',
    reason: 'coordinates are those of the NOAA row of 1688-07-10 (İzmir), two days earlier',
  },
  {
    list: 'NOAA',
    id: '1870-09-30 GREECE',
    reason: 'coordinates and deaths are those of the NOAA row of 1870-08-01 (Itea); EPICA has only that one',
  },
  {
    list: 'NOAA',
    id: '1875-07-25 UKRAINE: CRIMEA: SEBASTOPOL',
    at: '44.5 33.3',
    reason: 'the other NOAA row of that day, 8 km away, has the time, the depth and the greater intensity',
  },
  {
    list: 'NOAA',
    id: '1954-04-20 GREECE',
    reason: 'magnitude 7.0 and place are those of the NOAA row of 1954-04-30, no agency catalogue has this one',
  },
  {
    list: 'NOAA',
    id: '1901-03-31 BULGARIA: BALCHIK, KAVARNA, BLATNITSA, LIMANU',
    reason: 'the other NOAA row of that day, a minute and 16 km away, has the intensity',
  },
  {
    list: 'NOAA',
    id: '1904-08-11 GREECE: SAMOS, PATMOS',
    reason: 'the time is 12 minutes before that of the only great shock of that day and place (AFAD)',
  },
  {
    list: 'NOAA',
    id: '1905-04-15 TURKEY',
    reason: 'it has no time of day; magnitude 6.5 is 0.9 more than that of AFAD at the same place',
  },
  {
    list: 'NOAA',
    id: '1939-11-21 TURKEY: ERZINCAN',
    reason: 'the time is 6 minutes before that of the only great shock of that day and place (AFAD, Kandilli)',
  },
  {
    list: 'NOAA',
    id: '1956-03-16 LEBANON: LITANI',
    reason: 'the coordinates are 200 km north of the river',
  },
  {
    list: 'NOAA 2018',
    id: '1727-11-18 IRAN: TABRIZ',
    reason: 'place and deaths (77,000) are those of the NOAA row of 1721-04-26',
  },
  {
    list: 'NOAA 2018',
    id: '1783-03-20 TURKEY: AMAXIKI',
    reason: 'Amaxiki is the town of Lefkada at 20.7 E, outside the region; the row has 30.7 E',
  },
  {
    list: 'NOAA 2018',
    id: '1822-09-05 TURKEY; SYRIA: DIMASHQ (DAMASCUS), HALAB; CYPRUS',
    reason: 'coordinates, intensity and towns are those of its row of 1822-08-13; Sbeinati has that one alone',
  },
  {
    list: 'NOAA 2018',
    id: '1873-10-25 GREECE: VASILIKI (LEUKAS)',
    reason: 'Vasiliki of Lefkada lies at 20.6 E, outside the region; the row has 23.3 E',
  },
  {
    list: 'NOAA 2018',
    id: '1903-04-19 TURKEY',
    reason: 'deaths (1,700) are those of the NOAA row of 1903-04-28 (Malazgirt)',
  },
];

/** Rows of two lists that are one earthquake although their dates do not agree within the rule. */
export const SAME: readonly Same[] = [
  {
    of: ['EPICA', '1040-02-02 Smyrna'],
    and: ['NOAA', '1039-02-02 TURKEY: ISTANBUL (CONSTANTINOPLE)'],
    reason: 'same day and month one year apart, and the NOAA coordinates are 14 km from İzmir',
  },
  {
    of: ['EPICA', '1630-03-09 Crete'],
    and: ['NOAA', '1629-03-09 GREECE: ISLANDS OF CYTHERA AND CRETE'],
    reason: 'same day and month one year apart, both at Crete, magnitudes 7.0 and 7.3',
  },
  {
    of: ['EPICA', '1650-04-19 [Vrancea]'],
    and: ['NOAA', '1650-04-19 UKRAINE: BLACK SEA, AZOV SEA'],
    reason: 'same day, magnitudes 7.0 and 6.5, the NOAA text names only the two seas',
  },
  {
    of: ['EPICA', '1665-01 Heraklio'],
    and: ['NOAA 2018', '1665-01 GREECE: CRETE'],
    reason: 'same month, both at Crete; the NOAA coordinates are whole degrees in the sea',
  },
  {
    of: ['EPICA', '1855-04-11 Proussa'],
    and: ['NOAA', '1855-04-29 TURKEY: BURSA'],
    reason: 'same town, month and magnitude (6.7 and 6.65)',
  },
  {
    of: ['EPICA', '1856-11-25 Chios'],
    and: ['NOAA', '1856-11-13 GREECE: CHIOS (E SPORADES)'],
    reason: '12 days apart, as the Julian and the Gregorian calendar were in that century',
  },
  {
    of: ['EPICA', '1862-11-03 Afion Karahissar'],
    and: ['NOAA', '1862-10-16 TURKEY'],
    reason: '7 km and 18 days apart, magnitudes 6.1 and 5.71; neither list has a second shock of that place and year',
  },
  {
    of: ['Sbeinati', '0494 Antioch, Tripoli, Lattakia'],
    and: ['NOAA 2018', '0494 LEBANON: TARABULUS (TRIPOLIS); SYRIA'],
    reason: 'same year, and both name Tripoli',
  },
  {
    of: ['Sbeinati', '1063 Tripoli, Lattakia, Akka, Sur'],
    and: ['NOAA 2018', '1063-07 LEBANON: TARABULUS (TRIPOLIS), TYRE; TURKEY; IRAQ'],
    reason: 'Sbeinati dates it from 30 July to 27 August, and both name Tripoli and Tyre',
  },
  {
    of: ['Sbeinati', '1170-06-29 Damascus, Homs, Hama, Lattakia, Baalbak, Shaizar, Barin, Aleppo'],
    and: ['NOAA 2018', '1169 SYRIA: HALAB (ALEPPO),DIMASHQ (DAMASCUS)'],
    reason: 'both name Damascus and Aleppo; Sbeinati has no shock of 1169, and NOAA none of 1170',
  },
  {
    of: ['Sbeinati', '1404-02-20 Blatnes, Bkas, West of Aleppo, Qalaat Al-Marqeb, Tripoli'],
    and: ['NOAA 2018', '1404 SYRIA: HALAB (ALEPPO)'],
    reason: 'same year, and both name Aleppo',
  },
  {
    of: ['Sbeinati', '1408-12-29 Shugr, Bkas, Blatnes, Lattakia, Jableh, Antioch, Syrian coast'],
    and: ['NOAA 2018', '1408-12-20 TURKEY: ANTIOCH; SYRIA: ALEPPO; LEBANON: TRIPOLIS'],
    reason: 'same month and year, days 20 and 29, and both name Antioch',
  },
  {
    of: ['Sbeinati', '1796-04-26 Qalaat Al-Marqeb, Al-Qadmous, Nahr Al-Kabir, Jableh'],
    and: ['NOAA 2018', '1796-02-26 SYRIA: AL-LADHIQIYAH (LATAKIA)'],
    reason: 'same day two months apart, epicentres 38 km apart',
  },
];

/** Rows of Wikipedia's list that are taken: great earthquakes that no other list at hand has. */
export const ADDED = [
  { id: '1138-10-11 Aleppo', reason: 'in no other list; one of the deadliest earthquakes of the region' },
  { id: '1268 Cilicia', reason: 'NOAA has only a shock of that year at Erzincan, 400 km away' },
  { id: '1668-08-17 North Anatolia', reason: 'in no other list; the greatest earthquake of Anatolia' },
];

/** Rows of another date than their list has. */
export const REDATED = [
  {
    list: 'NOAA',
    id: '0525-05-29 TURKEY: ANTAKYA (ANTIOCH), SAMANDAG',
    date: { year: 526, month: 5, day: null },
    note: 'NOAA dates it 0525-05-29, Wikipedia 0526-05-19',
  },
  {
    list: 'NOAA',
    id: '1939-09-21 TURKEY',
    date: { year: 1939, month: 9, day: 22 },
    note: 'NOAA dates it 1939-09-21, AFAD and Kandilli 1939-09-22',
  },
] as const satisfies { list: List; id: string; date: object; note: string }[];

/** Keys of rows with a finer or other date than in the first edition of the table, by their first source row. */
export const KEPT_KEYS: Readonly<Record<string, string>> = {
  'NOAA line 56 (0526-05)': 'h0525-05-29-antakya',
  'NOAA line 62 (0557)': 'h0557-istanbul',
  'EPICA item 1500 (1780-10)': 'h1780-10-ierapetra',
};
