/** The site's icons in other forms, from `data/icons/favicon.svg`. */
import { pictureRenderer } from '../../generator/site/pictures.ts';

/** Width and height in pixels of the pictures in `favicon.ico`. */
const IN_ICO = [16, 32, 48];

/** @returns by file of `data/icons/` */
export async function drawIcons(svg: string): Promise<Map<string, Buffer>> {
  const render = await pictureRenderer();
  const sized = (text: string, size: number): Buffer =>
    render(text.replace('<svg ', `<svg width="${size}" height="${size}" `));
  const square = svg.replace(' rx="8"', '');
  // Systems cut up to a tenth of each side off a maskable icon.
  const safe = square
    .replace('viewBox="0 0 32 32"', 'viewBox="-4 -4 40 40"')
    .replace('width="32" height="32"', 'x="-4" y="-4" width="40" height="40"');
  return new Map([
    ['favicon.ico', icoOf(IN_ICO.map((size) => ({ size, png: sized(svg, size) })))],
    ['apple-touch-icon.png', sized(square, 180)],
    ['icon-192.png', sized(svg, 192)],
    ['icon-512.png', sized(svg, 512)],
    ['icon-maskable-512.png', sized(safe, 512)],
  ]);
}

/** A directory of 16 bytes a picture, then the pictures as PNG. */
function icoOf(pictures: { size: number; png: Buffer }[]): Buffer {
  const directory = Buffer.alloc(6 + 16 * pictures.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(pictures.length, 4);
  let offset = directory.byteLength;
  for (const [index, { size, png }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    directory.writeUInt8(size, entry);
    directory.writeUInt8(size, entry + 1);
    directory.writeUInt16LE(1, entry + 4);
    directory.writeUInt16LE(32, entry + 6);
    directory.writeUInt32LE(png.byteLength, entry + 8);
    directory.writeUInt32LE(offset, entry + 12);
    offset += png.byteLength;
  }
  return Buffer.concat([directory, ...pictures.map(({ png }) => png)]);
}
