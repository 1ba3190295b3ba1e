/** Cities that the map names: the provinces of Türkiye by their central district, and capitals and ports around. */
import type { Places } from '../../../generator/places/tables.ts';
import { names } from '../tables.ts';

/** Name, latitude, longitude, rank (1 is shown first), and the name in English where it is another. */
type City = [name: string, latitude: number, longitude: number, rank: 1 | 2 | 3, english?: string];

/** Central districts of the metropolitan provinces; elsewhere it is called `Merkez`. */
const CENTRES = names('centre');

/** Where the city has another name than its province. */
const NAMES: Record<string, string> = { Hatay: 'Antakya', Kocaeli: 'İzmit', Sakarya: 'Adapazarı' };

const FIRST = new Set([
  ...['İstanbul', 'Ankara', 'İzmir', 'Antalya', 'Adana', 'Konya', 'Diyarbakır', 'Erzurum', 'Van', 'Trabzon', 'Samsun'],
  ...['Sivas', 'Bursa', 'Kayseri', 'Gaziantep', 'Malatya'],
]);

/** Name of the gazetteer → as the map writes it. */
const ABROAD = names('city');

export function citiesOf({ settlements, towns }: Places): City[] {
  const provinces = [...new Set(settlements.map(({ province }) => province))].sort();
  const inland = provinces.flatMap((province): City[] => {
    const centre = CENTRES.get(province) ?? 'Merkez';
    const seat = settlements.find((one) => one.seat && one.province === province && one.district === centre);
    if (!seat) throw new Error(`no central district of ${province}`);
    const rank = FIRST.has(province) ? 1 : CENTRES.has(province) ? 2 : 3;
    return [[NAMES[province] ?? province, seat.latitude, seat.longitude, rank]];
  });
  const abroad = towns.flatMap(({ name, latitude, longitude }): City[] => {
    const turkish = ABROAD.get(name);
    return turkish === undefined ? [] : [[turkish, latitude, longitude, 2, name]];
  });
  return [...inland, ...abroad].sort((a, b) => a[3] - b[3]);
}
