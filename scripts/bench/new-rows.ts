/** New rows of AFAD, for benches of a minute and of years. */
import { MINUTE, type EpochMs } from '#core/time.ts';

/** Latitude and longitude, in 11 provinces. */
const PLACES = (
  '38.5,43.4 38.6,28.1 38.2,38.2 38.7,39.2 37.2,28.4 37.1,28.3 39.6,27.9 ' +
  '39.5,28.1 37.8,29.1 38.9,40.5 39.4,29.9 37.6,36.9 37.7,37.0 38.4,27.2'
)
  .split(' ')
  .map((place) => place.split(',').map(Number) as [number, number]);

let lastId = 7_000_000;

/** AFAD's answer with new rows of the minutes before an instant, the oldest first. */
export const newRows = (rows: number, at: EpochMs, minutes = 50): string =>
  JSON.stringify(
    Array.from({ length: rows }, (_, nth) => ({
      ...{ rms: '0.4', eventID: String((lastId += 1)), location: 'Merkez', depth: '7', type: 'ML' },
      ...placeOf(nth),
      magnitude: (0.8 + ((nth * 7) % 17) / 10).toFixed(1),
      ...{ country: 'Türkiye', province: null, district: null, neighborhood: null },
      date: new Date(at - (1 - nth / rows) * minutes * MINUTE).toISOString().slice(0, 19),
      ...{ isEventUpdate: false, lastUpdateDate: null },
    })),
  );

/** Around one of the places, up to 20 km from it. */
function placeOf(nth: number): { latitude: string; longitude: string } {
  const [latitude, longitude] = PLACES[nth % PLACES.length]!;
  const shifted = (value: number, step: number): string => (value + (((lastId * step) % 41) - 20) / 100).toFixed(2);
  return { latitude: shifted(latitude, 3), longitude: shifted(longitude, 5) };
}
