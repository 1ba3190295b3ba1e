/** How lists say what is folded below a main shock, and why felt ones come first. */
import { grouped, magnitudeText } from '#core/text.ts';
import { markup, type Markup } from './markup.ts';
import type { Speech } from './rows.ts';

/** What is folded below a main shock. */
export interface Fold<One> {
  /** In the order of the list; at least two. */
  folded: One[];
  /** Aftershocks in the list, also those that stand on their own. */
  count: number;
  /** Largest magnitude of them that is not doubtful. */
  largest: number;
}

export type Folds<One> = ReadonlyMap<number, Fold<One>>;

/** @param href of the page with the newest first */
export const busyMarkup = (href: string, { say }: Pick<Speech, 'say'>): Markup =>
  markup`${say('Çok deprem var; önce hissedilmiş olabilecekler gösteriliyor.', 'Many earthquakes: those that may have been felt come first.')} \
<a href="${href}">${say('Yeniden eskiye sırala', 'Newest first')}</a>`;

interface Folder {
  magnitude: number | null;
  /** Of the page of its sequence. */
  sequenceHref?: string | undefined;
}

/**
 * @param known whether number and largest of its aftershocks are certain: all of them are in the list, or the largest
 * @param rows list of those that are shown when it is opened
 */
export function foldMarkup(
  main: Folder,
  { count, largest }: Pick<Fold<unknown>, 'count' | 'largest'>,
  {
    speech: { say },
    known,
    rows,
  }: { speech: Pick<Speech, 'say'>; known: 'all' | 'largest' | 'none'; rows?: Markup | undefined },
): Markup {
  const [size, most] = [main.magnitude, largest].map((one) => (language: 'tr' | 'en') => magnitudeText(one, language));
  const tr = `M ${size!('tr')} ve ${known === 'all' ? `${grouped(count, 'tr')} artçı` : 'artçıları'}`;
  const en = `M ${size!('en')} and ${known === 'all' ? `${grouped(count, 'en')} aftershocks` : 'its aftershocks'}`;
  const isLargestKnown = known !== 'none' && largest > -Infinity;
  const words = isLargestKnown ? say(`${tr}, en büyüğü ${most!('tr')}`, `${en}, largest ${most!('en')}`) : say(tr, en);
  return markup`<div class="chain"><details><summary>${words}</summary>${rows ?? markup`<ol></ol>`}</details>${
    main.sequenceHref !== undefined && markup`<a href="${main.sequenceHref}">${say('Deprem dizisi', 'Sequence')}</a>`
  }</div>`;
}
