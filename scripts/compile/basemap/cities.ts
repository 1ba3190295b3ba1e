/** Cities that the map names: the provinces of Türkiye by their central district, and capitals and ports around. */
import type { Places } from '../../../generator/places/tables.ts';

/** Name, latitude, longitude, rank (1 is shown first), and the name in English where it is another. */
type City = [name: string, latitude: number, longitude: number, rank: 1 | 2 | 3, english?: string];

/** Central districts of the metropolitan provinces; elsewhere it is called `Merkez`. */
const CENTRES: Record<string, string> = {
  İstanbul: 'Fatih',
  Ankara: 'Çankaya',
  İzmir: 'Konak',
  Bursa: 'Osmangazi',
  Antalya: 'Muratpaşa',
  Adana: 'Seyhan',
  Konya: 'Selçuklu',
  Gaziantep: 'Şahinbey',
  Diyarbakır: 'Sur',
  Kayseri: 'Kocasinan',
  Samsun: 'İlkadım',
  Trabzon: 'Ortahisar',
  Erzurum: 'Yakutiye',
  Van: 'İpekyolu',
  Malatya: 'Battalgazi',
  Şanlıurfa: 'Haliliye',
  Eskişehir: 'Odunpazarı',
  Denizli: 'Merkezefendi',
  Muğla: 'Menteşe',
  Hatay: 'Antakya',
  Kahramanmaraş: 'Onikişubat',
  Balıkesir: 'Karesi',
  Manisa: 'Yunusemre',
  Mersin: 'Akdeniz',
  Tekirdağ: 'Süleymanpaşa',
  Kocaeli: 'İzmit',
  Sakarya: 'Adapazarı',
  Mardin: 'Artuklu',
  Aydın: 'Efeler',
  Ordu: 'Altınordu',
};

/** Where the city has another name than its province. */
const NAMES: Record<string, string> = { Hatay: 'Antakya', Kocaeli: 'İzmit', Sakarya: 'Adapazarı' };

const FIRST = new Set([
  ...['İstanbul', 'Ankara', 'İzmir', 'Antalya', 'Adana', 'Konya', 'Diyarbakır', 'Erzurum', 'Van', 'Trabzon', 'Samsun'],
  ...['Sivas', 'Bursa', 'Kayseri', 'Gaziantep', 'Malatya'],
]);

/** Name of the gazetteer → as the map writes it. */
const ABROAD: Record<string, string> = {
  Athens: 'Atina',
  Thessaloníki: 'Selanik',
  Sofia: 'Sofya',
  Varna: 'Varna',
  Tbilisi: 'Tiflis',
  Batumi: 'Batum',
  Sochi: 'Soçi',
  Yerevan: 'Erivan',
  Baku: 'Bakü',
  Tabriz: 'Tebriz',
  Mosul: 'Musul',
  Aleppo: 'Halep',
  Damascus: 'Şam',
  Beirut: 'Beyrut',
  Nicosia: 'Lefkoşa',
  Odesa: 'Odesa',
};

export function citiesOf({ settlements, towns }: Places): City[] {
  const provinces = [...new Set(settlements.map(({ province }) => province))].sort();
  const inland = provinces.flatMap((province): City[] => {
    const centre = CENTRES[province] ?? 'Merkez';
    const seat = settlements.find((one) => one.seat && one.province === province && one.district === centre);
    if (!seat) throw new Error(`no central district of ${province}`);
    const rank = FIRST.has(province) ? 1 : CENTRES[province] ? 2 : 3;
    return [[NAMES[province] ?? province, seat.latitude, seat.longitude, rank]];
  });
  const abroad = towns.flatMap(({ name, latitude, longitude }): City[] =>
    ABROAD[name] === undefined ? [] : [[ABROAD[name], latitude, longitude, 2, name]],
  );
  return [...inland, ...abroad].sort((a, b) => a[3] - b[3]);
}
