/** The card of an earthquake that was pressed, on the map, which stays as it is. */
import { hasTurkishTime } from '#core/date-words.ts';
import { kindWords } from '#core/event-types.ts';
import type { Agency } from '#core/earthquake.ts';
import { sourceWords } from '#core/source-words.ts';
import { magnitudeText } from '#core/text.ts';
import type { Plane } from '../drawing/mercator.ts';
import { noteOf, thereOf, whenOf, type Row } from '../drawing/rows.ts';
import * as clock from './clock.ts';
import { el, eventAddress, fact, language } from './dom.ts';
import { agencyName, kilometres, say, t } from './language.ts';
import { timeFacts } from './time-facts.ts';

type Doubt = Pick<Row, 'magnitudeDoubtful' | 'magnitudeState' | 'otherMagnitude'>;

export interface Shown
  extends
    Doubt,
    Pick<Row, 'id' | 'time' | 'precision' | 'magnitude' | 'depthKm' | 'eventType' | 'blastProbability'>,
    Pick<Row, 'distance' | 'strength'> {
  magnitudeType: string;
  place: string;
  /** That of the epicentre first. */
  agencies: readonly Agency[];
  magnitudeSource: Agency | null | undefined;
}

/** Pixels between what was pressed and the sheet. */
const FREE = 24;

export class MapCard {
  readonly #canvas: HTMLElement;
  readonly #closed: () => void;
  readonly #box = el('div', { id: 'spot', role: 'dialog', tabindex: -1, 'aria-labelledby': 'spot-name', hidden: true });

  /** @param closed after the reader closed it */
  constructor(canvas: HTMLElement, closed: () => void) {
    this.#canvas = canvas;
    this.#closed = closed;
    canvas.parentElement!.append(this.#box);
    addEventListener('keydown', ({ key }) => key === 'Escape' && !this.#box.hidden && this.#close());
    addEventListener('pointerdown', ({ target }) => {
      // The map says itself what a press on it means.
      if (!(target instanceof Node && canvas.parentElement!.contains(target))) this.#box.hidden = true;
    });
  }

  /** After a press. @param one undefined hides the card @param at where it was pressed, which the card leaves free */
  show(one: Shown | undefined, at?: Plane): void {
    this.reopen(one, at);
    if (one && at) this.#clear(at);
    // Screen readers read it from here; the next Tab is its link.
    if (one) this.#box.focus({ preventScroll: true });
  }

  /** Scrolls the page where the sheet of phones covers what was pressed. */
  #clear({ y }: Plane): void {
    const below = this.#canvas.getBoundingClientRect().top + y + FREE - this.#box.getBoundingClientRect().top;
    if (below > 0 && getComputedStyle(this.#box).position === 'fixed') scrollBy({ top: below });
  }

  /** As the address says: the focus stays where it is. */
  reopen(one: Shown | undefined, at?: Plane): void {
    this.#box.hidden = !one;
    if (!one) return;
    this.#box.classList.toggle('below', at !== undefined && at.y < this.#canvas.clientHeight / 2);
    this.correct(one);
  }

  /** Once more is known of what is shown. */
  correct(one: Shown): void {
    const close = el('button', { type: 'button', class: 'close', 'aria-label': t('close') }, '×');
    close.onclick = () => this.#close();
    const content = contentOf(one);
    const hadFocus = this.#box.contains(document.activeElement) && document.activeElement !== this.#box;
    this.#box.replaceChildren(...content, close);
    if (hadFocus) this.#box.focus({ preventScroll: true });
  }

  #close(): void {
    const hadFocus = this.#box.contains(document.activeElement);
    this.#box.hidden = true;
    if (hadFocus) this.#canvas.focus({ preventScroll: true });
    this.#closed();
  }
}

function contentOf(one: Shown): HTMLElement[] {
  const kind = kindWords(one, language());
  const speech = { language: language(), now: clock.now(), say };
  const note = noteOf(one, speech);
  const { magnitudeSource } = one;
  const sources = sourceWords({ magnitudeSource, source: one.agencies[0]! }, language());
  const when = el('p.when');
  when.innerHTML = `${whenOf(one, speech)}${thereOf(one) ?? ''}`;
  const isTurkishTime = hasTurkishTime(one.time, one.precision);
  if (isTurkishTime) when.prepend(`${say('TSİ', 'In Türkiye:')} `);
  if (note !== undefined) when.prepend(el('strong', String(note)), ' · ');
  return [
    el('p.mag.high', magnitudeText(one.magnitude, language()), el('small', one.magnitudeType || 'M')),
    el('p', { id: 'spot-name' }, kind !== undefined && el('b.kind', `${kind} `), one.place),
    when,
    el(
      'dl',
      // The line above has Türkiye's.
      ...timeFacts(one.time, one.precision).slice(isTurkishTime ? 1 : 0),
      fact(t('depth'), one.depthKm === null ? t('unknown') : kilometres(one.depthKm)),
      fact(t('agencies'), one.agencies.map(agencyName).join(', ')),
      sources !== undefined && fact(t('source'), sources),
    ),
    el('a.button', { href: eventAddress(one.id) }, t('openPage')),
  ];
}
