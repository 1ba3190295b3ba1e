/** The 81 provinces of Türkiye. */
import { distanceKm, type Point } from './geo.ts';
import { fold, slugWords } from './text.ts';

export interface Province extends Point {
  /** Two digits: of number plates, and after `TR-` of ISO 3166-2. */
  code: string;
  name: string;
  /** Of its page: `istanbul`. */
  slug: string;
}

/**
 * Code, name, latitude and longitude of the seat, in order of code.
 * Codes and names: Natural Earth 1:10m, first-level units (public domain). Seats: provincial seats (`IL`) of the
 * gazetteer of the General Directorate of Mapping (HGK).
 */
const ROWS: readonly (readonly [code: string, name: string, latitude: number, longitude: number])[] = [
  ['01', 'Adana', 36.983, 35.333],
  ['02', 'Adıyaman', 37.764, 38.27],
  ['03', 'Afyonkarahisar', 38.757, 30.539],
  ['04', 'Ağrı', 39.72, 43.05],
  ['05', 'Amasya', 40.651, 35.826],
  ['06', 'Ankara', 39.945, 32.858],
  ['07', 'Antalya', 36.907, 30.694],
  ['08', 'Artvin', 41.181, 41.818],
  ['09', 'Aydın', 37.854, 27.844],
  ['10', 'Balıkesir', 39.646, 27.884],
  ['11', 'Bilecik', 40.145, 29.982],
  ['12', 'Bingöl', 38.884, 40.496],
  ['13', 'Bitlis', 38.405, 42.106],
  ['14', 'Bolu', 40.73, 31.6],
  ['15', 'Burdur', 37.718, 30.279],
  ['16', 'Bursa', 40.194, 29.058],
  ['17', 'Çanakkale', 40.158, 26.41],
  ['18', 'Çankırı', 40.601, 33.614],
  ['19', 'Çorum', 40.556, 34.958],
  ['20', 'Denizli', 37.784, 29.091],
  ['21', 'Diyarbakır', 37.916, 40.225],
  ['22', 'Edirne', 41.675, 26.56],
  ['23', 'Elazığ', 38.667, 39.223],
  ['24', 'Erzincan', 39.745, 39.493],
  ['25', 'Erzurum', 39.921, 41.299],
  ['26', 'Eskişehir', 39.771, 30.517],
  ['27', 'Gaziantep', 37.059, 37.36],
  ['28', 'Giresun', 40.919, 38.386],
  ['29', 'Gümüşhane', 40.46, 39.481],
  ['30', 'Hakkari', 37.578, 43.738],
  ['31', 'Hatay', 36.205, 36.165],
  ['32', 'Isparta', 37.766, 30.554],
  ['33', 'Mersin', 36.799, 34.632],
  ['34', 'İstanbul', 41.011, 28.974],
  ['35', 'İzmir', 38.456, 27.155],
  ['36', 'Kars', 40.605, 43.094],
  ['37', 'Kastamonu', 41.376, 33.777],
  ['38', 'Kayseri', 38.725, 35.483],
  ['39', 'Kırklareli', 41.732, 27.218],
  ['40', 'Kırşehir', 39.152, 34.16],
  ['41', 'Kocaeli', 40.77, 29.95],
  ['42', 'Konya', 37.872, 32.497],
  ['43', 'Kütahya', 39.442, 29.966],
  ['44', 'Malatya', 38.348, 38.329],
  ['45', 'Manisa', 38.624, 27.436],
  ['46', 'Kahramanmaraş', 37.578, 36.925],
  ['47', 'Mardin', 37.313, 40.738],
  ['48', 'Muğla', 37.214, 28.364],
  ['49', 'Muş', 38.732, 41.489],
  ['50', 'Nevşehir', 38.629, 34.723],
  ['51', 'Niğde', 37.971, 34.676],
  ['52', 'Ordu', 40.985, 37.874],
  ['53', 'Rize', 41.025, 40.517],
  ['54', 'Sakarya', 40.776, 30.401],
  ['55', 'Samsun', 41.288, 36.337],
  ['56', 'Siirt', 37.929, 41.941],
  ['57', 'Sinop', 42.026, 35.15],
  ['58', 'Sivas', 39.751, 37.015],
  ['59', 'Tekirdağ', 40.98, 27.515],
  ['60', 'Tokat', 40.314, 36.552],
  ['61', 'Trabzon', 40.999, 39.767],
  ['62', 'Tunceli', 39.107, 39.547],
  ['63', 'Şanlıurfa', 37.161, 38.789],
  ['64', 'Uşak', 38.674, 29.405],
  ['65', 'Van', 38.496, 43.393],
  ['66', 'Yozgat', 39.822, 34.81],
  ['67', 'Zonguldak', 41.461, 31.791],
  ['68', 'Aksaray', 38.371, 34.027],
  ['69', 'Bayburt', 40.259, 40.226],
  ['70', 'Karaman', 37.183, 33.216],
  ['71', 'Kırıkkale', 39.841, 33.506],
  ['72', 'Batman', 37.877, 41.118],
  ['73', 'Şırnak', 37.522, 42.455],
  ['74', 'Bartın', 41.633, 32.337],
  ['75', 'Ardahan', 41.113, 42.703],
  ['76', 'Iğdır', 39.926, 44.047],
  ['77', 'Yalova', 40.657, 29.27],
  ['78', 'Karabük', 41.197, 32.618],
  ['79', 'Kilis', 36.715, 37.113],
  ['80', 'Osmaniye', 37.074, 36.24],
  ['81', 'Düzce', 40.84, 31.155],
];

export const PROVINCES: readonly Province[] = ROWS.map(([code, name, latitude, longitude]) => ({
  ...{ code, name, slug: slugWords(name), latitude, longitude },
}));

const BY_NAME = new Map(
  PROVINCES.flatMap((province) => {
    const { code, name } = province;
    return [code, String(Number(code)), `tr-${code}`, fold(name)].map((word) => [word, province] as const);
  }),
);

/** @param text plate code, name in any case with or without Turkish letters, or ISO code */
export const provinceOf = (text: string): Province | undefined => BY_NAME.get(fold(text));

/** @param code two digits */
export const provinceWithCode = (code: string | undefined): Province | undefined => PROVINCES[Number(code) - 1];

/** The nearest by their seats, with the distance in km. */
export const nearestProvinces = (point: Point, count: number): { province: Province; km: number }[] =>
  PROVINCES.map((province) => ({ province, km: distanceKm(point, province) }))
    .sort((a, b) => a.km - b.km)
    .slice(0, count);
