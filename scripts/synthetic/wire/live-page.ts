/**
 * Kandilli's live list as bytes: windows-1254, CRLF, fixed columns, Istanbul civil time.
 * The rows are laid out as on the true page; a test compares them where a copy is at hand.
 * The frame around them holds only what a reader needs.
 */
import type { EpochMs } from '#core/time.ts';
import type { PublishedRow } from '../report-history.ts';
import { dottedInIstanbul, istanbulCivil, two } from './clock.ts';
import { encode1254 } from './windows-1254.ts';

export interface LiveRow extends PublishedRow {
  /** km. */
  depthKm: number;
  md: number | null;
  ml: number | null;
  /** The third magnitude column. */
  mw: number | null;
  place: string;
  /** `REVIZEnn` and the origin time of the solution before; null for `İlksel`. */
  revision: { number: number; previous: EpochMs } | null;
}

const magnitude = (value: number | null): string => (value === null ? '-.-' : value.toFixed(1));

function quality(revision: LiveRow['revision']): string {
  return revision === null ? 'İlksel' : `REVIZE${two(revision.number)}   (${dottedInIstanbul(revision.previous)})`;
}

/** One row: place at column 71, cut at 50 characters; quality from column 121. */
export function liveRowText({ time, latitude, longitude, depthKm, md, ml, mw, place, revision }: LiveRow): string {
  const where = `${latitude.toFixed(4).padStart(7)}   ${longitude.toFixed(4).padStart(7)}`;
  const sizes = [md, ml, mw].map(magnitude).join('  ');
  return (
    `${dottedInIstanbul(time)}  ${where}  ${depthKm.toFixed(1).padStart(9)}      ${sizes}  ` +
    ` ${place.slice(0, 50).padEnd(50)}${quality(revision)}`
  );
}

function header(rows: number): string[] {
  return [
    '<HTML>',
    '<meta http-equiv="Content-Type" content="text/html; charset=windows-1254">',
    '<head>',
    '<title>Son Depremler</title>',
    '</head>',
    '<!-- SENTETIK: no real earthquake is listed here -->',
    '<BODY>',
    '<pre>',
    '..................TÜRKİYE VE YAKIN ÇEVRESİNDEKİ SON DEPREMLER....................',
    `......(SENTETİK VERİ) Son ${rows} deprem listelenmiştir......`,
    '                                                        Büyüklük',
    'Tarih      Saat      Enlem(N)  Boylam(E) Derinlik(km)  MD   ML   Mw    Yer                          ' +
      '                   Çözüm Niteliği',
    '---------- --------  --------  -------   ----------    ------------    --------------               ' +
      '                   --------------',
  ];
}

/** `17.09.2026 saat 00:50:32`. */
function renewal(instant: EpochMs): string {
  const { year, month, day, hour, minute, second } = istanbulCivil(instant);
  return `${two(day)}.${two(month)}.${year} saat ${two(hour)}:${two(minute)}:${two(second)}`;
}

/** The page as of `madeAt`. Rows are in the order given: newest first on the real page. */
export function livePage(rows: readonly LiveRow[], madeAt: EpochMs): Uint8Array {
  const footer = ['', '</pre>', '</BODY>', `</HTML><br>Yenileme zamanı: ${renewal(madeAt)}`];
  return encode1254([...header(rows.length), ...rows.map(liveRowText), ...footer].join('\r\n'));
}
