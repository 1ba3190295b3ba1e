/** Names of cities on a picture, where they have room. */
import type { Frame, LandFile } from './land.ts';
import { markup, type Markup } from './markup.ts';

interface Room {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Pixels. */
const SIZE = 25;
/** Of a letter, about. */
const LETTER = 0.56 * SIZE;
const GAP = 10;

const meets = (one: Room, other: Room): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

/** @param taken what no name may cover @param within of the picture */
export function cityNames(
  { cities = [] }: LandFile,
  frame: Frame,
  { taken, within }: { taken: Room[]; within: Room },
): Markup {
  const rooms = [...taken];
  const names: Markup[] = [];
  for (const [name, latitude, longitude] of cities.toSorted((a, b) => a[3] - b[3])) {
    const { x, y } = frame.place({ latitude, longitude });
    const room = { left: x - GAP, right: x + GAP + name.length * LETTER, top: y - SIZE * 0.7, bottom: y + SIZE * 0.7 };
    const isInside =
      room.left > within.left && room.right < within.right && room.top > within.top && room.bottom < within.bottom;
    if (!isInside || rooms.some((other) => meets(room, other))) continue;
    rooms.push(room);
    const at = { x: x.toFixed(0), y: y.toFixed(0) };
    names.push(markup`<circle cx="${at.x}" cy="${at.y}" r="4" fill="#51646c"/>\
<text x="${(x + GAP).toFixed(0)}" y="${(y + SIZE / 3).toFixed(0)}" font-size="${SIZE}" fill="#33464e" \
stroke="#f7f6f0" stroke-width="5" stroke-linejoin="round" paint-order="stroke">${name}</text>`);
  }
  return markup`${names}`;
}
