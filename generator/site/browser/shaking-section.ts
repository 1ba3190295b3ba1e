/** The part of an earthquake's page that estimates how it was felt. */
import { distanceKm } from '#core/geo.ts';
import { PROVINCES } from '#core/provinces.ts';
import { intensityDeviation, MAX_KM, reachOf, shakingAt, type ShakingSource } from '#core/shaking.ts';
import type { Detail } from './detail.ts';
import { block, el, table } from './dom.ts';
import { kilometres, number, translator } from './language.ts';
import { SHAKING_TEXTS } from './shaking-texts.ts';

const t = translator(SHAKING_TEXTS);

/** Least intensity of each class, the strongest first. */
const CLASSES: [least: number, roman: string, text: keyof typeof SHAKING_TEXTS][] = [
  [9.5, 'X', 'X'],
  [8.5, 'IX', 'IX'],
  [7.5, 'VIII', 'VIII'],
  [6.5, 'VII', 'VII'],
  [5.5, 'VI', 'VI'],
  [4.5, 'V', 'V'],
  [3.5, 'IV', 'IV'],
  [2.5, 'III', 'III'],
];

/** Contours on the map: very strong, strong, moderate, light. */
const CONTOURS = [6.5, 5.5, 4.5, 3.5];

const classOf = (intensity: number): string => {
  const found = CLASSES.find(([least]) => intensity >= least);
  return found ? `${found[1]} · ${t(found[2])}` : t('none');
};

/** Radii of the contours in km. */
export const shakingRadii = (source: ShakingSource): number[] =>
  CONTOURS.flatMap((intensity) => reachOf(source, intensity) ?? []).filter(Number.isFinite);

/** Seats of provinces that are named, the nearest. */
const SEATS = 8;

export function shakingSection(detail: Detail, source: ShakingSource): HTMLElement {
  const reaches = CLASSES.flatMap(([least, roman, text]) => {
    const km = reachOf(source, least);
    return km === undefined
      ? []
      : [[`${roman} · ${t(text)}`, km === Infinity ? t('beyond', MAX_KM) : t('upTo', number(km))]];
  });
  const seats = PROVINCES.map((province) => ({ ...province, km: distanceKm(detail, province) }))
    .sort((a, b) => a.km - b.km)
    .slice(0, SEATS)
    .flatMap(({ name, km }) => {
      const intensity = shakingAt(source, km);
      return intensity === undefined ? [] : [[name, kilometres(km), classOf(intensity)]];
    });
  const { shakemap } = detail;
  return block(
    t('title'),
    el('p.hint', t('hint', number(source.mw, 1), kilometres(source.depthKm), number(deviationNear(source), 1))),
    shakemap !== null &&
      el('p', t('measured'), ' ', el('a', { href: shakemap.url, rel: 'noopener' }, `${shakemap.source} ShakeMap`)),
    el(
      'div.columns',
      table([t('class'), t('reach')], reaches),
      seats.length > 0 && table([t('seat'), t('distance'), t('class')], seats),
    ),
  );
}

/** Of the estimate at the epicentre, where it is greatest. */
const deviationNear = ({ depthKm }: ShakingSource): number => intensityDeviation(depthKm);
