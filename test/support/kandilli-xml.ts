/**
 * Rows of a JSON copy of Kandilli's monthly XML, laid out as the XML again: misspelt element, padded attributes.
 * Times have dots where the copy has hyphens; `-.-` replaces magnitude 0.
 * Bytes are windows-1254 with entities for other letters.
 */
import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';

export interface CopiedRow {
  /** Local civil time, `YYYY-MM-DD HH:MM:SS` or `YYYY-MM-DD HH-MM-SS`. */
  date: string;
  location: string;
  lat: number;
  lng: number;
  mag: number;
  depth: number;
}

/** The rows of a `YYYY.json.gz` copy. */
export const readCopiedRows = (path: string): CopiedRow[] =>
  JSON.parse(gunzipSync(readFileSync(path)).toString('utf8')) as CopiedRow[];

const BYTES = new Map(
  Array.from({ length: 256 }, (_, byte) => [new TextDecoder('windows-1254').decode(Uint8Array.of(byte)), byte]),
);

/** Bytes in windows-1254; letters that it lacks become numeric entities. */
export const windows1254 = (text: string): Uint8Array =>
  Buffer.from(
    text.replace(/[^\x00-\x7f]/gu, (letter) => {
      const byte = BYTES.get(letter);
      return byte === undefined ? `&#${letter.codePointAt(0)};` : String.fromCharCode(byte);
    }),
    'latin1',
  );

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');

function elementOf(row: CopiedRow): string {
  const [day = '', clock = ''] = row.date.split(' ');
  const name = `${day.replaceAll('-', '.')} ${clock.replaceAll('-', '.')}`;
  const magnitude = row.mag === 0 ? '-.-' : row.mag.toFixed(1);
  const depth = row.depth.toFixed(1).padStart(5);
  return `<earhquake name="${name}" lokasyon="${escaped(row.location.padEnd(50))}" lat="${row.lat}" lng="${row.lng}" mag="${magnitude}" Depth="${depth}"/>`;
}

/** A monthly list with these rows. */
export const kandilliXmlOf = (rows: readonly CopiedRow[]): Uint8Array =>
  windows1254(
    `<?xml version="1.0" encoding="windows-1254"?>\r\n<eqlist>\r\n${rows.map(elementOf).join('\r\n')}\r\n</eqlist>\r\n`,
  );
