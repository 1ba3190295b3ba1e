/** Synthetic records of Kandilli's reviewed catalogue, and its answer page around some. */

export const ZEQDB_HEADER = [
  'No',
  'Deprem Kodu',
  'Olus tarihi',
  'Olus zamani',
  'Enlem',
  'Boylam',
  'Derinlik',
  'xM',
  'MD',
  'ML',
  'Mw',
  'Ms',
  'Mb',
  'Tip',
  'Yer',
];
export const ONE = [
  '000001',
  '20230430130127',
  '2023.04.30',
  '13:01:27.69',
  '38.3392',
  '37.7633',
  '8.7',
  '4.3',
  '0.0',
  '4.2',
  '4.3',
  '0.0',
  '0.0',
  'Ke',
  'KEPEZ-AKCADAĞ (MALATYA) [East 1.7 km]',
];
export const TWO = [
  '000002',
  '20230430040253',
  '2023.04.30',
  '04:02:53.49',
  '40.8077',
  '31.0708',
  '0.0',
  '3.5',
  '3.4',
  '3.5',
  '',
  '3.1',
  '3.2',
  'Ke',
  'AKDENIZ',
];

/** The page that answers a question. */
export const zeqdbPage = (records: string[][], { found = records.length, end = 'Liste sonu' } = {}): string =>
  `<html><meta charset=windows-1254><body>Bulunan: ${found}<br>\r\n${records.map((record) => `${record.join('\t')}<br>`).join('\r\n')}\r\n${end}`;
