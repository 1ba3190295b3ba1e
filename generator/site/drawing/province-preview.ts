/** The picture that previews of a link to a province's page show: its name and its map, as SVG text. */
import type { Province } from '#core/provinces.ts';
import { borderPath, frameOf, landPath, type Frame } from './land.ts';
import { markup, type Markup } from './markup.ts';
import { PREVIEW } from './preview.ts';
import { framedBox, tracePath, type ProvinceArea } from './province-map.ts';

/** Pixels of the part with text. */
const PANEL = 520;
/** Of letters of the name, by the width of the panel. */
const LETTERS = { most: 92, wide: 760 };

export function provincePreview({ name }: Province, area: ProvinceArea, serviceName: string): string {
  const { width, height } = PREVIEW;
  const room = width - PANEL;
  const shape = height / room;
  const map = frameOf(framedBox(area.box, { flat: shape, tall: shape }), room);
  const frame: Frame = {
    ...{ width, height },
    place: (point) => {
      const { x, y } = map.place(point);
      return { x: x + PANEL, y: y + (height - map.height) / 2 };
    },
  };
  const size = Math.min(LETTERS.most, LETTERS.wide / name.length);
  const text = (y: number, fontSize: number, content: string, more: Markup): Markup =>
    markup`<text x="56" y="${y}" font-size="${fontSize.toFixed(0)}" ${more}>${content}</text>`;
  const [ink, muted] = [
    markup`fill="#10222a" stroke="#10222a" stroke-width="3" stroke-linejoin="round"`,
    markup`fill="#51646c"`,
  ];
  return markup`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="Hanken Grotesk">
<rect width="${width}" height="${height}" fill="#cfdfe4"/>
<path d="${landPath(area.land, frame)}" fill="#f7f6f0" stroke="#93a9ae" stroke-width="1.5"/>
<path d="${tracePath(area.around, frame, 'Z')}" fill="none" stroke="#cbc6b4" stroke-width="2"/>
<path d="${tracePath(area.rings, frame, 'Z')}" fill="#fffdf4" stroke="#10222a" stroke-width="3" stroke-linejoin="round"/>
<path d="${borderPath(area.land, frame)}" fill="none" stroke="#a9a596" stroke-width="2" stroke-dasharray="8 6"/>
<path d="${tracePath(area.faults, frame, '')}" fill="none" stroke="#b3402e" stroke-width="3"/>
<rect width="${PANEL}" height="${height}" fill="#f4f6f5"/>
${text(100, 34, serviceName, markup`fill="#0b5563" stroke="#0b5563" stroke-width="1.2"`)}
${text(330, size, name, ink)}
${text(400, 40, 'Son depremler', muted)}
${text(452, 40, 'Latest earthquakes', muted)}
${text(572, 22, 'Diri faylar / active faults: GEM, CC BY-SA 4.0', muted)}
</svg>`.toString();
}
