/**
 * Names of places for synthetic reports, in the style of each agency. Villages are generic names that occur all over
 * the country.
 */
import { readFileSync } from 'node:fs';
import { azimuthDegrees, distanceKm, type Point } from '#core/geo.ts';
import { ENGLISH_NAMES, surroundingsOf, type Surroundings } from './land.ts';
import { wordOf } from './random.ts';

const VILLAGES = (
  'Akpınar Alanköy Bahçeköy Ballıca Bozköy Büyükova Çamlıca Çatalca Çayırlı Çukurören Dereköy Dikmen Elmalı Esenköy ' +
  'Gökçeören Gölcük Gündoğdu Güneyköy ' +
  'Hacılar Ilıca Karaağaç Karapınar Kavaklı Kayabaşı Kızılca Kuzören Ortaköy Ovacık Örenköy Pınarbaşı Sarıkaya ' +
  'Söğütlü Taşlıca Tepeköy Uzunköy Üçpınar ' +
  'Yaylacık Yenice Yeniköy Yeşilova Yukarıköy Zeytinli'
).split(' ');

/** The seat of a district. */
interface Seat extends Point {
  name: string;
  district: string;
  province: string;
}

/** Words for a point's place. */
interface Place extends Surroundings {
  seat: Seat;
  village: string;
  /** Distance in km from the seat, and the direction from there to the point. */
  km: number;
  azimuth: number;
}

type Fields = [kind: string, name: string, district: string, province: string, country: string, ...position: string[]];

/** Seats of the districts, from the shipped gazetteer. */
const SEATS = readFileSync(new URL('../../data/places.csv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('seat,'))
  .map((line): Seat => {
    const [, name, district, province, , latitude, longitude] = line.split(',') as Fields;
    return { name, district, province, latitude: Number(latitude), longitude: Number(longitude) };
  });

/** By the squared distance in degrees, longitudes shrunk as at 39 N: enough to find the nearest. */
function nearestSeat({ latitude, longitude }: Point): Seat {
  let [nearest, least] = [SEATS[0]!, Infinity];
  for (const seat of SEATS) {
    const square = (seat.latitude - latitude) ** 2 + ((seat.longitude - longitude) * 0.777) ** 2;
    if (square < least) [nearest, least] = [seat, square];
  }
  return nearest;
}

/** The same cell of 0.05 degrees always has the same village. */
export function placeOf(point: Point): Place {
  const seat = nearestSeat(point);
  const word = wordOf(`${Math.floor(point.latitude * 20)} ${Math.floor(point.longitude * 20)}`) >>> 0;
  return {
    ...{ ...surroundingsOf(point), seat, village: VILLAGES[word % VILLAGES.length]! },
    ...{ km: distanceKm(seat, point), azimuth: azimuthDegrees(seat, point) },
  };
}

/** Capitals without Turkish letters, as Kandilli writes names. */
const asciiCapitals = (name: string): string =>
  name.replaceAll('ı', 'i').normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();

/**
 * `VILLAGE-DISTRICT (PROVINCE)`, `VILLAGE-(PROVINCE)`, `VILLAGE ACIKLARI-PROVINCE (EGE DENIZI)`, `EGE DENIZI`,
 * `GURCISTAN`.
 */
export function kandilliPlace(place: Place): string {
  const { setting, name, village, seat, km } = place;
  const capitals = asciiCapitals;
  if (setting === 'abroad') return capitals(name);
  if (setting === 'sea') {
    const offshore = km < 70 && name !== 'Hazar Denizi';
    return offshore ? capitals(`${village} açıkları-${seat.province} (${name})`) : capitals(name);
  }
  return capitals(km < 12 ? `${village}-(${seat.province})` : `${village}-${seat.district} (${seat.province})`);
}

/** `07.44`, `157.85`. */
const padded = (km: number): string => km.toFixed(2).padStart(5, '0');

/**
 * `District (Province)`, `Ege Denizi - [27.20 km] District (Province)`, `Sınır bölgesi (İran) - [09.23 km] District
 * (Province)`.
 */
export function afadPlace({ setting, name, seat, km }: Place): string {
  const settlement = `${seat.district} (${seat.province})`;
  if (setting === 'land') return settlement;
  if (setting === 'sea') return `${name} - [${padded(km)} km] ${settlement}`;
  return km > 150 ? `(${name})` : `Sınır bölgesi (${name}) - [${padded(km)} km] ${settlement}`;
}

const WINDS = 'N NNE NE ENE E ESE SE SSE S SSW SW WSW W WNW NW NNW'.split(' ');

/** `12 km WSW of Malatya, Turkey`, `Aegean Sea`, `Greece`. */
export function usgsPlace({ setting, name, seat, km, azimuth }: Place): string {
  if (setting === 'land' || (setting === 'sea' && km < 100)) {
    return `${Math.round(km)} km ${WINDS[Math.round(azimuth / 22.5) % 16]!} of ${seat.name}, Turkey`;
  }
  return ENGLISH_NAMES.get(name) ?? name;
}
