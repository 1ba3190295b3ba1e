/** The part of an earthquake's page that estimates how it was felt. */
import { intensityDeviation, MAX_KM, reachOf, type ShakingSource } from '#seismology/shaking.ts';
import { reachesOf, seatsOf, type IntensityClass } from '../drawing/shaking-table.ts';
import type { Detail } from './detail.ts';
import { block, el, table } from './dom.ts';
import { kilometres, number, translator } from './language.ts';
import { SHAKING_TEXTS } from '../drawing/shaking-texts.ts';

const t = translator(SHAKING_TEXTS);

/** Contours on the map: very strong, strong, moderate, light. */
const CONTOURS = [6.5, 5.5, 4.5, 3.5];

const nameOf = (name: IntensityClass): string => (name === 'none' ? t(name) : `${name} · ${t(name)}`);

/** Radii of the contours in km. */
export const shakingRadii = (source: ShakingSource): number[] =>
  CONTOURS.flatMap((intensity) => reachOf(source, intensity) ?? []).filter(Number.isFinite);

/** Its uncertainty is that at the epicentre, where it is greatest. */
export function shakingSection(detail: Detail, source: ShakingSource): HTMLElement {
  const reaches = reachesOf(source).map(({ name, km }) => [
    nameOf(name),
    km === Infinity ? t('beyond', MAX_KM) : t('upTo', number(km)),
  ]);
  const seats = seatsOf(detail, source).map(({ seat, km, name }) => [seat, kilometres(km), nameOf(name)]);
  const { shakemap } = detail;
  return block(
    t('title'),
    el(
      'p.hint',
      t('hint', number(source.mw, 1), kilometres(source.depthKm), number(intensityDeviation(source.depthKm), 1)),
      ` ${t('contours')}`,
    ),
    shakemap !== null &&
      el('p', t('measured'), ' ', el('a', { href: shakemap.url, rel: 'noopener' }, `${shakemap.source} ShakeMap`)),
    el(
      'div.columns',
      table(t('reach'), [t('class'), t('reach')], reaches),
      seats.length > 0 && table(t('seat'), [t('seat'), t('distance'), t('class')], seats),
    ),
  );
}
