/**
 * Kandilli's monthly list: misspelt elements, padded attributes, Istanbul civil time, windows-1254. Layout after its
 * readers; raw bytes were not at hand.
 */
import { dottedInIstanbul, two } from './clock.ts';
import type { LiveRow } from './live-page.ts';
import { encode1254 } from './windows-1254.ts';

/**
 * How the quality ends the text of the place: `ilksel` after blanks, REVIZE glued to it or after blanks, or nothing for
 * a quick solution.
 */
export type QualityStyle = 'ilksel' | 'glued' | 'bare';

function placeText({ place, revision }: LiveRow, style: QualityStyle): string {
  if (revision) {
    const mark = `REVIZE${two(revision.number)}(${dottedInIstanbul(revision.previous)})`;
    return style === 'glued' ? `${place}${mark}` : `${place}  ${mark}`;
  }
  return style === 'ilksel' ? `${place.padEnd(30)}ilksel` : place.padEnd(30);
}

/**
 * `<earhquake name="…" lokasyon="…" lat="…" lng="…" mag="…" Depth="…"/>`; the largest of the magnitudes, `-.-` where
 * there is none.
 */
export function xmlElement(row: LiveRow, style: QualityStyle): string {
  const sizes = [row.md, row.ml, row.mw].filter((size) => size !== null);
  const mag = sizes.length === 0 ? '-.-' : Math.max(...sizes).toFixed(1);
  const where = `lat="${row.latitude.toFixed(4)}" lng="${row.longitude.toFixed(4)}"`;
  const depth = row.depthKm.toFixed(1).padStart(4);
  return (
    `<earhquake name="${dottedInIstanbul(row.time)}" ` +
    `lokasyon="${placeText(row, style)}" ${where} mag="${mag}" Depth="${depth}"/>`
  );
}

export const xmlDocument = (elements: readonly string[]): Uint8Array =>
  encode1254(`<eqlist><!-- SENTETIK -->\r\n${elements.join('\r\n')}\r\n</eqlist>\r\n`);
