/** QuakeML as clients read it: by the names of elements, without a schema. */
import type { Answer, Row } from './frame.ts';
import { isOk } from './published.ts';
import { decimal, instant } from './values.ts';

const inside = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([^]*?)</${name}>`, 'g'))].map(([, content]) => content!);

const attribute = (xml: string, name: string): string => new RegExp(`\\s${name}="([^"]*)"`).exec(xml)?.[1] ?? '';

/** Elements with their own tags. */
const whole = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}\\s[^>]*publicID=[^>]*>[^]*?</${name}>`, 'g'))].map(([element]) => element);

/** The value in an element; undefined where there is none. */
export const quantity = (element: string, name: string): string | undefined => {
  const [part] = inside(element, name);
  return part === undefined ? undefined : inside(part, 'value')[0];
};

/** Of each event the preferred origin and magnitude, which it names; depths are metres. */
export function quakes(answer: Answer): Row[] {
  isOk(answer);
  return whole(answer.text, 'event').map((event) => {
    const preferred = (name: 'origin' | 'magnitude'): string => {
      const id = inside(event, `preferred${name === 'origin' ? 'Origin' : 'Magnitude'}ID`)[0]!.trim();
      const found = whole(event, name).find((one) => attribute(one, 'publicID') === id);
      if (found === undefined) throw new Error(`no ${name} ${id}`);
      return found;
    };
    const origin = preferred('origin');
    const depth = quantity(origin, 'depth');
    return {
      time: instant(quantity(origin, 'time')),
      latitude: decimal(quantity(origin, 'latitude')),
      longitude: decimal(quantity(origin, 'longitude')),
      ...(depth === undefined ? {} : { depthKm: Number((decimal(depth) / 1000).toFixed(3)) }),
      magnitude: decimal(quantity(preferred('magnitude'), 'mag')),
      place: inside(inside(event, 'description')[0] ?? '', 'text')[0] ?? '',
      id: attribute(event, 'publicID').split('/').at(-1)!,
    };
  });
}

/** Of each event the first origin, as a program reads it that knows no preferred one. */
export const origins = (answer: Answer): string[] =>
  whole(answer.text, 'event').map((event) => whole(event, 'origin')[0]!);
