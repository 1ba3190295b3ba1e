/** Provinces against Kandilli's own words, which name the nearest village: `KALEDIBI-HANI (DIYARBAKIR)`. */
import type { Earthquake } from '#core/earthquake.ts';
import type { Point } from '#core/geo.ts';
import { NearestIndex } from '#core/nearest.ts';
import { provinceOf } from '#core/provinces.ts';
import type { Measure } from './records.ts';

/** Epicentres of Kandilli this near, in km, and at least so many, decide where all of them name one province. */
const AROUND = { km: 2, least: 3 };

const VILLAGE = /^[^()\ufffd?-]+-[^()\ufffd?-]*\((?<province>[^()]+)\)/;

/** Other names in Kandilli's lists. */
const PROVINCES = new Map([['AFYON', 'Afyonkarahisar']]);

interface Named extends Point {
  code: string;
}

const namedIn = ({ solutions }: Earthquake): Named[] =>
  solutions.flatMap(({ agency, place, latitude, longitude }) => {
    const words = agency === 'kandilli' && place !== null && VILLAGE.exec(place)?.groups?.['province'];
    const province = words ? provinceOf(PROVINCES.get(words) ?? words) : undefined;
    return province ? [{ latitude, longitude, code: province.code }] : [];
  });

/** @param records with the province's code */
export function villageMeasures(records: readonly Earthquake[]): Measure[] {
  const villages = new NearestIndex(records.flatMap(namedIn));
  let [judged, contradicted] = [0, 0];
  for (const record of records) {
    const codes = villages.within(record, AROUND.km).map(({ item }) => item.code);
    if (codes.length < AROUND.least || codes.some((code) => code !== codes[0])) continue;
    judged += 1;
    if (record.provinceCode !== codes[0]) contradicted += 1;
  }
  return [
    ["records where Kandilli's words around name one province", String(judged)],
    ['… and the record another or none', String(contradicted)],
  ];
}
