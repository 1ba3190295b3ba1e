/** The parts of an earthquake's page below its headline. */
import { agencyPage } from '#core/agencies.ts';
import type { Agency } from '#core/earthquake.ts';
import { distanceKm } from '#core/geo.ts';
import { magnitudeText, coordinateText } from '#core/text.ts';
import { parseCivil, parseInstant, SECOND } from '#core/time.ts';
import type { SolutionItem } from '#core/record/items.ts';
import * as clock from './clock.ts';
import type { Detail, Revision } from './detail.ts';
import { block, el, language, table, type Child } from './dom.ts';
import { hasClock, isDate, precisionOf, utcWords } from '#core/date-words.ts';
import { ownValue } from '#core/own-value.ts';
import { t, type TextKey } from './event-texts.ts';
import { ago, agencyName, kilometres, number } from './language.ts';

export function solutionsSection(detail: Detail): HTMLElement {
  const preferred = detail.sources.find(({ name }) => name === detail.source) ?? detail.sources[0];
  const rows = detail.sources.map((one): Child[] => {
    const isPreferred = one === preferred;
    const note = (text: string): Child[] => (isPreferred || preferred === undefined ? [] : [' ', el('small', text)]);
    return [
      el('span', named(one), ...(isPreferred ? [' ', el('small', t('preferred'))] : [])),
      el(
        'span',
        `${magnitudeText(one.magnitude, language())} ${one.magnitude_type ?? ''}`,
        ...note(magnitudeStep(one, preferred!)),
      ),
      el('span', statedTime(one, detail), ...note(timeStep(one, preferred!))),
      el('span', one.depth_km === null ? '–' : kilometres(one.depth_km), ...note(depthStep(one, preferred!))),
      el('span', coordinateText(one, language()), ...note(distanceStep(one, preferred!))),
      one.quality === 'automatic' || one.quality === 'reviewed' ? t(one.quality) : '–',
      one.location ?? '–',
    ];
  });
  const isDates = detail.sources.every(({ date_precision: known }) => isDate(precisionOf(known)));
  const time = isDates ? 'date' : 'originTime';
  const heads = (['agency', 'magnitude', time, 'depth', 'epicentre', 'kind', 'place'] as const).map((key) => t(key));
  return block(t('solutions'), table(t('solutions'), heads, rows));
}

function named({ name, event_id: id }: SolutionItem): Child {
  const page = agencyPage(name, id);
  return page === undefined ? agencyName(name) : el('a', { href: page, rel: 'noopener' }, agencyName(name));
}

const signed = (value: number, digits: number): string => `${value < 0 ? '−' : '+'}${number(Math.abs(value), digits)}`;

/** The time of day; the date, too, where it is another or all that is known. */
function statedTime(
  { occurred_at: civil, date_precision: known }: SolutionItem,
  { occurred_at: ours }: Detail,
): string {
  const precision = precisionOf(known);
  const isClock = hasClock(precision) && civil.slice(0, 10) === ours.slice(0, 10);
  if (isClock) return precision === 'minute' ? civil.slice(11, 16) : civil.slice(11);
  return utcWords(parseCivil(civil)!, precision, language());
}

const magnitudeStep = (one: SolutionItem, to: SolutionItem): string =>
  one.magnitude === null || to.magnitude === null ? '' : signed(one.magnitude - to.magnitude, 1);
const timeStep = (one: SolutionItem, to: SolutionItem): string =>
  [one, to].some(({ date_precision: known }) => !hasClock(precisionOf(known)))
    ? ''
    : `${signed((parseCivil(one.occurred_at)! - parseCivil(to.occurred_at)!) / SECOND, 0)} s`;
const depthStep = (one: SolutionItem, to: SolutionItem): string =>
  one.depth_km === null || to.depth_km === null ? '' : `${signed(one.depth_km - to.depth_km, 1)} km`;
const distanceStep = (one: SolutionItem, to: SolutionItem): string => kilometres(distanceKm(one, to));

/** Of a list of what is near. */
export const entry = (head: string, name: string, more: string): Child[] => [
  el('b', head),
  ' ',
  el('span', name),
  ' ',
  el('small', more),
];

export function stationsSection({ nearby_stations: stations }: Detail): HTMLElement {
  const rows = stations.map(({ network, code, name, distance_km: km, azimuth }) =>
    el('li', ...entry(`${network}.${code}`, name, `${kilometres(km)} · ${azimuth}°`)),
  );
  return block(t('stations'), el('ul.near.stations', ...rows));
}

const KINDS: Record<string, TextKey> = {
  created: 'created',
  withdrawn: 'withdrawn',
  reinstated: 'reinstated',
  merged: 'merged',
};

const FIELD_TEXTS: Record<string, TextKey> = {
  magnitude: 'magnitude',
  depth_km: 'depth',
  location: 'place',
  occurred_at: 'time',
  sources: 'agencies',
  focal_mechanism: 'mechanism',
  shakemap: 'shakemap',
};

export function historySection({ revisions }: Detail): HTMLElement {
  const items = revisions.toReversed().map((one) => {
    const at = parseInstant(one.at)!;
    return el(
      'li',
      el('time', { datetime: one.at, title: `${utcWords(at, 'second', language())} UTC` }, ago(at, clock.now())),
      el('strong', t(ownValue(KINDS, one.changed.find((name) => Object.hasOwn(KINDS, name)) ?? '') ?? 'revised')),
      el('span', one.agencies.map((name) => agencyName(name as Agency)).join(', ')),
      changes(one),
    );
  });
  return block(t('history'), el('ol.history', ...items));
}

function changes({ changed, previous = {} }: Revision): Child {
  const text = changed.flatMap((name) => {
    const field = ownValue(FIELD_TEXTS, name);
    if (field === undefined) return [];
    const before = ownValue(previous, name);
    const isPlain = typeof before === 'number' || typeof before === 'string';
    return [t(field) + (isPlain ? ` (${t('was', before)})` : '')];
  });
  return text.length > 0 && el('small', text.join(' · '));
}
