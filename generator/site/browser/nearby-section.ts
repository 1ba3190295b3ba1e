/** The part of an earthquake's page that lists those near it: the largest, or the nearest until these are found. */
import { apartWords, hasClock, precisionOf } from '#core/date-words.ts';
import { NEARBY } from '#core/nearby.ts';
import { ANSWERS } from '#core/paths.ts';
import { spokenPlace } from '#core/place-form.ts';
import { nearestProvinces } from '#core/provinces.ts';
import type { SequenceFiles } from '#core/sequence-files.ts';
import { magnitudeText } from '#core/text.ts';
import { parseCivil } from '#core/time.ts';
import type { Aftershock } from '../drawing/sequence-plot.ts';
import type { Detail } from './detail.ts';
import { block, el, eventAddress, isTurkish, language, onceNear, required } from './dom.ts';
import { entry } from './event-sections.ts';
import { t } from './event-texts.ts';
import { kilometres } from './language.ts';
import { fresh } from './requests.ts';
import { findLargestNear } from './sequence.ts';

/** What is known of the page's earthquake: the largest near it, and ids of its sequence. */
let largest: readonly Aftershock[] = [];
let members: ReadonlySet<number> = new Set();

interface Row extends Pick<Aftershock, 'id' | 'time' | 'km'> {
  magnitude: number | null;
  place: string;
}

function listOf(rows: readonly Row[], time: number): HTMLElement {
  if (rows.length === 0) return el('p', t('noNearby'));
  const items = rows.map(({ id, magnitude, place, km, time: at }) => {
    const parts = entry(
      magnitudeText(magnitude, language()),
      place,
      `${kilometres(km)} · ${apartWords(at - time, language())}`,
    );
    const link = el('a', { href: eventAddress(id), 'data-id': id }, ...parts);
    if (members.has(id)) mark(link);
    return el('li', link);
  });
  return el('ul.near', ...items);
}

const mark = (link: HTMLElement): void => link.querySelector('small')!.append(' · ', el('em', t('sameSequence')));

/** Point files name no place. */
function placed(one: Aftershock): Row {
  const [seat] = nearestProvinces(one, 1);
  return { ...one, place: t('fromSeat', seat!.province.name, kilometres(seat!.km)) };
}

function rowsOf({ nearby_quakes: nearest }: Detail): Row[] {
  const rows = nearest.map((one) => ({
    ...{ id: one.id, magnitude: one.magnitude, km: one.distance_km, time: parseCivil(one.occurred_at)! },
    place: isTurkish() ? spokenPlace(one.location) : one.location_en,
  }));
  const isAll = rows.length < NEARBY.limit;
  return isAll ? rows.sort((a, b) => (b.magnitude ?? -Infinity) - (a.magnitude ?? -Infinity)) : rows;
}

const partsOf = (detail: Detail, time: number): HTMLElement[] =>
  largest.length > 0
    ? [el('h2', t('largestNear')), listOf(largest.map(placed), time)]
    : [
        el('h2', t(detail.nearby_quakes.length < NEARBY.limit ? 'nearby' : 'nearest')),
        el('p.hint', t('nearbyHint')),
        listOf(rowsOf(detail), time),
      ];

const ID = 'nearby';

/** @param found called with the largest, when there are more than the detail has */
export function nearbySection(detail: Detail, found: (largest: readonly Aftershock[]) => void): HTMLElement {
  const { id, latitude, longitude } = detail;
  const time = parseCivil(detail.occurred_at)!;
  const section = block('');
  section.id = ID;
  section.replaceChildren(...partsOf(detail, time));
  const look = async (): Promise<void> => {
    const files = (await fresh<SequenceFiles>(ANSWERS.sequences)).body;
    largest = await findLargestNear(files, { id, latitude, longitude, time });
    // The open page keeps a part that is made anew as it was.
    required(`#${ID}`).replaceChildren(...partsOf(detail, time));
    found(largest);
  };
  const isSearched = detail.nearby_quakes.length === NEARBY.limit && hasClock(precisionOf(detail.date_precision));
  const start = (): void => void look().catch(() => {});
  if (!isSearched) largest = [];
  else if (largest.length > 0) start();
  else onceNear(section, start);
  return section;
}

/** Marks those that belong to the same sequence. */
export function markMembers(found: ReadonlySet<number>): void {
  members = found;
  for (const link of document.querySelectorAll<HTMLElement>('.near a[data-id]'))
    if (members.has(Number(link.dataset['id']))) mark(link);
}
