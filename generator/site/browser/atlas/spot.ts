/** The card of an epicentre that was pressed. */
import { KNOWN_AGENCIES } from '#core/earthquake.ts';
import type { Point } from '#core/geo.ts';
import { NO_VALUE } from '#core/points.ts';
import { el, eventAddress, fact } from '../dom.ts';
import { agencyName, kilometres, t } from '../language.ts';
import { statedPrecision, timeFacts } from '../time-facts.ts';
import { magnitudeText } from './graphs.ts';
import { detailById, placeOf } from '../detail.ts';
import { provinceName, type Picked } from './selection.ts';
import { say } from './words.ts';

/** What was pressed last, if anything. */
export class Spot {
  readonly #box: HTMLElement;
  readonly #closed: () => void;
  #picked: Picked | undefined;

  constructor(box: HTMLElement, closed: () => void) {
    this.#box = box;
    this.#closed = closed;
  }

  get place(): Point | undefined {
    if (!this.#picked) return undefined;
    const { band, row } = this.#picked;
    return { latitude: band.latitude[row]!, longitude: band.longitude[row]! };
  }

  /** Undefined hides the card. */
  show(picked: Picked | undefined): void {
    this.#picked = picked;
    this.#box.hidden = !picked;
    this.#box.replaceChildren(...(picked ? cardOf(picked, this.#closed) : []));
    if (picked) void this.#tellPlace(picked);
  }

  /** The point files have no names; the province stands there until the detail is, and where it is unavailable. */
  async #tellPlace(picked: Picked): Promise<void> {
    const detail = await detailById(picked.band.id[picked.row]!).catch(() => undefined);
    if (detail && this.#picked === picked) this.#box.querySelector('.place-name')!.textContent = placeOf(detail);
  }
}

function cardOf(picked: Picked, closed: () => void): HTMLElement[] {
  const { band, row } = picked;
  const time = band.time[row]!;
  const depth = band.depth[row]! === NO_VALUE ? t('depthUnknown') : kilometres(band.depth[row]! / 10);
  const agencies = KNOWN_AGENCIES.filter((_, bit) => band.agencies[row]! & (1 << bit)).map(agencyName);
  const close = el('button', { type: 'button', class: 'close', 'aria-label': say('close') }, '×');
  close.onclick = closed;
  return [
    close,
    el('p.mag.high', magnitudeText(band.magnitude[row]!)),
    el('p.place-name', provinceName(picked)),
    el(
      'dl',
      ...timeFacts(time, statedPrecision(time)),
      fact(t('depth'), depth),
      fact(t('agencies'), agencies.join(', ')),
    ),
    el('a.button', { href: eventAddress(band.id[row]!) }, t('openPage')),
  ];
}
