/** What is around the list: the headline, what is pinned, arrivals, what is listed, and how old the data is. */
import { freshnessOf } from '#core/freshness.ts';
import { distanceKm } from '#core/geo.ts';
import { MINUTE } from '#core/time.ts';
import { foremost } from '#seismology/significance.ts';
import { strengthAt } from '#seismology/strength.ts';
import { isAdvised } from '../drawing/advice.ts';
import { aftershocksOf, headlineMarkup, pinnedMarkup, completeWords } from '../drawing/first-screen.ts';
import { busyMarkup } from '../drawing/fold.ts';
import { markup } from '../drawing/markup.ts';
import { type Row, type Speech } from '../drawing/rows.ts';
import { strengthWords } from '../drawing/strength-words.ts';
import { ablative, listedNames } from '../drawing/turkish.ts';
import type { Earthquake } from './earthquake.ts';
import * as clock from './clock.ts';
import { el, eventAddress, language, required } from './dom.ts';
import { alarmText } from './freshness.ts';
import { ago, agencyName, number, say, t, unappliedWords } from './language.ts';
import { type Freshness, sequenceOf } from './live.ts';
import { type Near, ordered } from './near.ts';
import { loadAdvice, showAlarm } from './page-frame.ts';
import type { FilterValues } from '#core/filters/table.ts';
import { magnitudeText } from '#core/text.ts';
import type { Selection } from './catalogue.ts';
import { periodName } from './filter-form.ts';
import type { Period } from './filters.ts';
import type { Unapplied } from './applicable.ts';

/** Minutes, as a `Date` counts them: those to add for UTC. */
const TURKISH_OFFSET = -180;

const written = new WeakMap<Element, string>();

/** Markup of values that it escaped. Unchanged, it keeps the reader's focus. */
function write(box: HTMLElement, html: string): void {
  if (written.get(box) === html) return;
  written.set(box, html);
  box.innerHTML = html;
}

interface Shown {
  /** Of the week, or where that has none, the newest ones. */
  rows: readonly Earthquake[];
  /** Whether all of their time are there. */
  isComplete: boolean;
  near: Near | undefined;
}

/** Where nothing is at hand, the page keeps what it was published with. */
export function showHeadline({ rows, isComplete, near }: Shown): void {
  const now = clock.now();
  const speech: Speech = { language: language(), now, say };
  const found = foremost(rows, { now, kmTo: near && ((one) => distanceKm(one, near)) });
  if (!found) return;
  const named = (one: Earthquake) => ({
    ...{ ...one, ...thereFrom(near, one), href: eventAddress(one.id) },
    aftershocks: isComplete ? aftershocksOf(one, rows, now) : undefined,
  });
  write(required('#headline'), headlineMarkup(named(found.headline), speech).toString());
  write(required('#pinned'), pinnedMarkup(found.pinned.map(named), speech).toString());
  const link = document.querySelector<HTMLElement>('.sequence-link');
  if (link) link.hidden = ![found.headline, ...found.pinned].some(({ id }) => String(id) === link.dataset['of']);
  showAdvice([found.headline, ...found.pinned], now);
}

function showAdvice(named: Earthquake[], now: number): void {
  const box = required('#advice');
  if (!named.some((one) => isAdvised(one, now))) {
    // What is below a page that is a day old stays where it is.
    if (written.has(box)) write(box, '');
    else box.style.visibility = 'hidden';
    return;
  }
  loadAdvice().then(
    (adviceMarkup) => {
      write(box, adviceMarkup(named, now));
      box.style.visibility = '';
    },
    // What the page was published with stays.
    () => {},
  );
}

/** Where no agency ever answered: what the catalogue began with is nothing new. */
export function showNoHeadline(): void {
  write(required('#headline'), `<h1>${t('latest')}</h1>`);
  write(required('#pinned'), '');
  write(required('#advice'), '');
}

/** How far from the reader's place, and how strongly it was felt there. */
export function thereFrom(near: Near | undefined, one: Earthquake): Pick<Row, 'distance' | 'strength'> {
  if (!near) return {};
  const km = distanceKm(one, near);
  const strength = strengthAt(one, km);
  return { distance: t('away', number(km)), strength: strength && strengthWords(strength, say) };
}

let announced: ReturnType<typeof setTimeout> | undefined;

/**
 * For a minute, or until it is pressed.
 * @param wanted those that the reader wants to see, newest first, at least one
 */
export function announce(wanted: readonly Earthquake[], newest: readonly Earthquake[]): void {
  const [first] = wanted;
  const sequence = sequenceOf(first!, newest);
  const strongest = sequence.toSorted((a, b) => (b.magnitude ?? 0) - (a.magnitude ?? 0))[0];
  const box = required('#arrivals');
  box.textContent = strongest
    ? t('sequence', sequence.length, strongest.place, magnitudeText(strongest.magnitude, language()))
    : wanted.length === 1
      ? t('newQuake', magnitudeText(first!.magnitude, language()), first!.place)
      : t('newCount', wanted.length);
  const hide = (): void => box.replaceChildren();
  box.onclick = hide;
  clearTimeout(announced);
  announced = setTimeout(hide, MINUTE);
}

/** `Kandilli ve AFAD’dan`, `Kandilli and AFAD`. */
const fromNames = (names: readonly string[]): string =>
  say(ablative(listedNames(names, 've')), listedNames(names, 'and'));

export function showFreshness(state: Freshness): void {
  const { sources, late } = state;
  const now = clock.now();
  const { lastAnswer } = freshnessOf(sources ?? [], now);
  const line = required('#freshness');
  const parts = [
    lastAnswer !== null && t('updated', ago(lastAnswer, now)),
    new Date(now).getTimezoneOffset() !== TURKISH_OFFSET && t('zone'),
    late.length > 0 && t('lateSources', fromNames(late.map(agencyName))),
  ].filter((part) => part !== false);
  line.replaceChildren(...parts.flatMap((part, index) => [index > 0 ? '; ' : '', el('span', part)]));
  const text = alarmText(state, now);
  showAlarm(text);
  const isLate = late.length > 0 || text !== '';
  // Before anything is known it says nothing.
  line.className = isLate ? 'late' : sources ? 'live' : '';
}

interface Summary extends Selection {
  period: Period;
  /** That are listed. */
  rows: Earthquake[];
  values: FilterValues;
  unapplied: readonly Unapplied[];
  /** Whether the reader chose more than the period. */
  isFiltered: boolean;
  /** Where felt ones come first on a busy day: address of the page with the newest first. */
  newestFirst: string | undefined;
  /** After a press on it. */
  changed(): void;
}

/** Of a week the true number is known also where not all are listed. */
function countWords(name: string, { period, rows, isFiltered, total = 0, ...found }: Summary): string {
  if (rows.length === 1) return t('summaryOne', name);
  const count = number(rows.length);
  if (cutWords(found) === '') return t('summary', name, count);
  const isKnown = period === '7d' && !isFiltered && total > rows.length;
  return isKnown ? t('summaryOf', name, count, number(total)) : t('summaryShown', name, count);
}

export function tellSummary(summary: Summary): void {
  const { period, rows, unapplied, newestFirst, changed, ...found } = summary;
  required('#summary').textContent = countWords(periodName(period), summary);
  const [strongest] = ordered(rows, 'magnitude', undefined);
  required('#strongest').textContent =
    strongest === undefined
      ? t('none')
      : t('strongest', magnitudeText(strongest.magnitude, language()), strongest.place);
  const note = required('#note');
  const texts = [unappliedWords(unapplied), cutWords(found)].filter((text) => text !== '').join(' ');
  write(note, markup`${texts}${newestFirst && markup` ${busyMarkup(newestFirst, { say })}`}`.toString().trim());
  note.hidden = note.textContent === '';
  note.onclick = (event) => {
    if (!(event.target as Element).closest('a') || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    changed();
  };
}

/** Empty where nothing that the reader wants to see is left out. */
function cutWords({
  completeFrom,
  completeSince,
  values,
}: Pick<Summary, 'completeFrom' | 'completeSince' | 'values'>): string {
  if (completeFrom === undefined || completeFrom <= (values.minMagnitude ?? -Infinity)) return '';
  return completeSince === undefined
    ? t('capped', completeFrom)
    : completeWords(completeFrom, completeSince, { say }).toString();
}
