/** The part of an earthquake's page that tells its sequence; looked up when the reader comes near. */
import { listWords, precisionOf } from '#core/date-words.ts';
import { distanceKm } from '#core/geo.ts';
import { ANSWERS, LEAST_SEQUENCE, sequenceAddress } from '#core/paths.ts';
import type { SequenceFiles } from '#core/sequence-files.ts';
import { magnitudeText } from '#core/text.ts';
import { parseCivil } from '#core/time.ts';
import type { Aftershock, Shock } from '../drawing/sequence-plot.ts';
import { pageOf, placeOf, type Detail } from './detail.ts';
import { base, block, el, language, onceNear } from './dom.ts';
import { findAftershocks, findLargerBefore, findSequence, parentsOf, yearOf, type Sequence } from './sequence.ts';
import { aftershockList, aftershocksPart } from './aftershocks-part.ts';
import { duration, kilometres, number, translator } from './language.ts';
import { fresh } from './requests.ts';
import { SEQUENCE_TEXTS } from './sequence-texts.ts';

const t = translator(SEQUENCE_TEXTS);

/** Smaller ones have few aftershocks, and those are said by their number. */
const LEAST_PLOTTED = 4;

/** What the other parts of the page show of the sequence. */
export interface FoundSequence {
  /** Ids of the other members. */
  members: ReadonlySet<number>;
  aftershocks: readonly Aftershock[];
}

export function sequenceSection(detail: Detail, found: (sequence: FoundSequence) => void): HTMLElement {
  const body = el('div.sequence', { 'aria-live': 'polite' }, el('p.waiting', t('loading')));
  const section = block(t('title'), body);
  const look = async (): Promise<void> => {
    try {
      const files = (await fresh<SequenceFiles>(ANSWERS.sequences)).body;
      // Before 1900 no sequences are looked for.
      const isSearched = files.research.some(({ year }) => year === yearOf(detail));
      const parents = await parentsOf(files, yearOf(detail));
      const sequence = await findSequence(files, detail, parents);
      const members = sequence?.members ?? new Set<number>();
      const isOwn = !sequence || sequence.main === detail;
      body.replaceChildren(...(sequence ? partsOf(detail, sequence) : isSearched ? [el('p', t('none'))] : []));
      const aftershocks = isOwn
        ? await plotted(body, { files, detail, members, dependents: new Set(parents.keys()) })
        : [];
      section.hidden = body.childElementCount === 0;
      found({ members, aftershocks });
    } catch {
      body.replaceChildren(el('p', t('unknown')));
    }
    body.append(el('p.hint', t('method')));
    section.dataset['ready'] = 'true';
  };
  onceNear(section, () => void look());
  return section;
}

interface Plotted {
  files: SequenceFiles;
  detail: Detail;
  members: ReadonlySet<number>;
  dependents: ReadonlySet<number>;
}

/** Adds the larger earthquake before it and those after it, where the magnitude is known and large enough. */
async function plotted(body: HTMLElement, { files, detail, ...sets }: Plotted): Promise<Aftershock[]> {
  const { id, latitude, longitude } = detail;
  if (detail.magnitude === null || detail.magnitude < LEAST_PLOTTED || detail.date_precision !== undefined) return [];
  const main: Shock = { id, latitude, longitude, magnitude: detail.magnitude, time: parseCivil(detail.occurred_at)! };
  const [largerBefore, aftershocks] = await Promise.all([findLargerBefore(files, main), findAftershocks(files, main)]);
  if (largerBefore) body.append(el('h3', t('largerBefore')), aftershockList([largerBefore], { main, ...sets }));
  if (aftershocks.length > 0) body.append(...aftershocksPart(aftershocks, { main, ...sets }));
  return aftershocks;
}

function partsOf(detail: Detail, { main, members, year }: Sequence): HTMLElement[] {
  const others = members.size - (members.has(main.id) ? 1 : 0);
  const page = sequenceLink(main);
  if (main.id === detail.id) return [el('p.large', t('main', number(others), year)), ...page];
  const after = parseCivil(detail.occurred_at)! - parseCivil(main.occurred_at)!;
  return [
    el(
      'a.main-shock',
      { href: pageOf(main) },
      el('b', magnitudeText(main.magnitude, language())),
      ' ',
      el('span', placeOf(main)),
      ' ',
      el(
        'small',
        `${listWords(parseCivil(main.occurred_at)!, precisionOf(main.date_precision), language())} · ${kilometres(distanceKm(detail, main))}`,
      ),
    ),
    el(
      'p',
      t('after', duration(after), kilometres(distanceKm(detail, main))),
      others > 0 ? ` ${t('others', number(others), year)}` : '',
    ),
    ...page,
  ];
}

function sequenceLink({ magnitude, occurred_at: at, slug }: Detail): HTMLElement[] {
  if (magnitude === null || magnitude < LEAST_SEQUENCE) return [];
  const href = `${base()}/${sequenceAddress(at.slice(0, 10), slug, language())}`;
  return [el('p', el('a', { href }, t('page')))];
}
