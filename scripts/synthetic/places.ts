/**
 * Names of places for synthetic reports, in the style of each agency. Villages are generic names that occur all over
 * the country.
 */
import { azimuthDegrees, distanceKm, type Point } from '#core/geo.ts';
import { ENGLISH_NAMES, surroundingsOf, type Surroundings } from './land.ts';
import { PROVINCES, type Province } from './provinces.ts';
import { wordOf } from './random.ts';

const VILLAGES = (
  'Akpınar Alanköy Bahçeköy Ballıca Bozköy Büyükova Çamlıca Çatalca Çayırlı Çukurören Dereköy Dikmen Elmalı Esenköy ' +
  'Gökçeören Gölcük Gündoğdu Güneyköy ' +
  'Hacılar Ilıca Karaağaç Karapınar Kavaklı Kayabaşı Kızılca Kuzören Ortaköy Ovacık Örenköy Pınarbaşı Sarıkaya ' +
  'Söğütlü Taşlıca Tepeköy Uzunköy Üçpınar ' +
  'Yaylacık Yenice Yeniköy Yeşilova Yukarıköy Zeytinli'
).split(' ');

/** Words for a point's place. */
interface Place extends Surroundings {
  province: Province;
  district: string;
  village: string;
  /** Distance in km to the province's centre, and the direction from there to the point. */
  km: number;
  azimuth: number;
}

/** Squared distance in degrees, longitudes shrunk as at 39 N: enough to find the nearest. */
function nearestProvince({ latitude, longitude }: Point): Province {
  let nearest = PROVINCES[0]!;
  let least = Infinity;
  for (const province of PROVINCES) {
    const square = (province.latitude - latitude) ** 2 + ((province.longitude - longitude) * 0.777) ** 2;
    if (square < least) [nearest, least] = [province, square];
  }
  return nearest;
}

/** The same cell of 0.05 degrees always has the same village. */
export function placeOf(point: Point): Place {
  const province = nearestProvince(point);
  const word = wordOf(`${Math.floor(point.latitude * 20)} ${Math.floor(point.longitude * 20)}`) >>> 0;
  return {
    ...surroundingsOf(point),
    province,
    district: province.districts[(word >>> 8) % province.districts.length]!,
    village: VILLAGES[word % VILLAGES.length]!,
    km: distanceKm(province, point),
    azimuth: azimuthDegrees(province, point),
  };
}

const CAPITALS: Record<string, string> = {
  ı: 'I',
  i: 'I',
  İ: 'I',
  ş: 'S',
  Ş: 'S',
  ğ: 'G',
  Ğ: 'G',
  ü: 'U',
  Ü: 'U',
  ö: 'O',
  Ö: 'O',
  ç: 'C',
  Ç: 'C',
};

/** Capitals without Turkish letters, as Kandilli writes names. */
const asciiCapitals = (name: string): string =>
  [...name].map((letter) => CAPITALS[letter] ?? letter.toUpperCase()).join('');

/**
 * `VILLAGE-DISTRICT (PROVINCE)`, `VILLAGE-(PROVINCE)`, `VILLAGE ACIKLARI-PROVINCE (EGE DENIZI)`, `EGE DENIZI`,
 * `GURCISTAN`.
 */
export function kandilliPlace(place: Place): string {
  const { setting, name, village, district, province, km } = place;
  const capitals = asciiCapitals;
  if (setting === 'abroad') return capitals(name);
  if (setting === 'sea') {
    const offshore = km < 70 && name !== 'Hazar Denizi';
    return offshore ? capitals(`${village} açıkları-${province.name} (${name})`) : capitals(name);
  }
  return capitals(km < 12 ? `${village}-(${province.name})` : `${village}-${district} (${province.name})`);
}

/** `07.44`, `157.85`. */
const padded = (km: number): string => km.toFixed(2).padStart(5, '0');

/**
 * `District (Province)`, `Ege Denizi - [27.20 km] District (Province)`, `Sınır bölgesi (İran) - [09.23 km] District
 * (Province)`.
 */
export function afadPlace({ setting, name, district, province, km }: Place): string {
  const settlement = `${district} (${province.name})`;
  if (setting === 'land') return settlement;
  if (setting === 'sea') return `${name} - [${padded(km)} km] ${settlement}`;
  return km > 150 ? `(${name})` : `Sınır bölgesi (${name}) - [${padded(km)} km] ${settlement}`;
}

const WINDS = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ');

/** `12 km WSW of Malatya, Turkey`, `Aegean Sea`, `Greece`. */
export function usgsPlace({ setting, name, province, km, azimuth }: Place): string {
  if (setting === 'land' || (setting === 'sea' && km < 100)) {
    return `${Math.round(km)} km ${WINDS[Math.round(azimuth / 22.5) % 16]!} of ${province.name}, Turkey`;
  }
  return ENGLISH_NAMES.get(name) ?? name;
}
