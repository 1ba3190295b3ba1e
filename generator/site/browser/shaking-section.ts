/** The part of an earthquake's page that estimates how it was felt. */
import {
  ESTIMATED_MW,
  intensityDeviation,
  MAX_KM,
  reachOf,
  shakingOf,
  type NoEstimate,
  type ShakingSource,
} from '#seismology/shaking.ts';
import { measuredAt, reachesOf, seatsOf, type IntensityClass } from '../drawing/shaking-table.ts';
import type { Detail } from './detail.ts';
import { block, el, table, type Child } from './dom.ts';
import { kilometres, number, translator } from './language.ts';
import { SHAKING_TEXTS } from '../drawing/shaking-texts.ts';

const t = translator(SHAKING_TEXTS);

/** Contours on the map: very strong, strong, moderate, light. */
const CONTOURS = [6.5, 5.5, 4.5, 3.5];

const nameOf = (name: IntensityClass): string => (name === 'none' ? t(name) : `${name} · ${t(name)}`);

/** Radii of the contours in km. */
export const shakingRadii = (source: ShakingSource): number[] =>
  CONTOURS.flatMap((intensity) => reachOf(source, intensity) ?? []).filter(Number.isFinite);

/** Undefined where there is nothing to say. */
export function shakingSection(detail: Detail): HTMLElement | undefined {
  const shaking = shakingOf(detail);
  if (shaking === undefined) return undefined;
  return typeof shaking === 'string' ? withoutEstimate(detail, shaking) : estimateSection(detail, shaking);
}

const withoutEstimate = (detail: Detail, why: NoEstimate): HTMLElement =>
  block(t('without'), el('p.hint', t(why, number(ESTIMATED_MW[1], 1))), measured(detail));

function measured(detail: Detail): Child {
  const solutions = detail.sources.map(({ name, event_id: eventId }) => ({ agency: name, eventId }));
  const at = measuredAt({ ...detail, solutions });
  return at && el('p', t(at.text), ' ', el('a', { href: at.url, rel: 'noopener' }, at.name));
}

/** Its uncertainty is that at the epicentre, where it is greatest. */
function estimateSection(detail: Detail, source: ShakingSource): HTMLElement {
  const reaches = reachesOf(source).map(({ name, km }) => [
    nameOf(name),
    km === Infinity ? t('beyond', MAX_KM) : t('upTo', number(km)),
  ]);
  const seats = seatsOf(detail, source).map(({ seat, km, name }) => [seat, kilometres(km), nameOf(name)]);
  return block(
    t('title'),
    el(
      'p.hint',
      t('hint', number(source.mw, 1), kilometres(source.depthKm), number(intensityDeviation(source.depthKm), 1)),
      ` ${t('contours')}`,
    ),
    measured(detail),
    el(
      'div.columns',
      table(t('reach'), [t('class'), t('reach')], reaches),
      seats.length > 0 && table(t('seat'), [t('seat'), t('distance'), t('class')], seats),
    ),
  );
}
