/** The epicentre that was pressed, and its card. */
import { precisionOf } from '#core/date-words.ts';
import { KNOWN_AGENCIES } from '#core/earthquake.ts';
import type { Point } from '#core/geo.ts';
import { NO_VALUE } from '#core/points.ts';
import type { Plane } from '../../drawing/mercator.ts';
import { detailById, placeOf } from '../detail.ts';
import { MapCard, type Shown } from '../map-card.ts';
import { statedPrecision } from '../time-facts.ts';
import { provinceName, type Picked } from './selection.ts';

/** What was pressed last, if anything. */
export class Spot {
  readonly #card: MapCard;
  #picked: Picked | undefined;

  constructor(canvas: HTMLElement, closed: () => void) {
    this.#card = new MapCard(canvas, closed);
  }

  get place(): Point | undefined {
    if (!this.#picked) return undefined;
    const { band, row } = this.#picked;
    return { latitude: band.latitude[row]!, longitude: band.longitude[row]! };
  }

  /** Undefined hides the card. */
  show(picked: Picked | undefined, at?: Plane): void {
    this.#picked = picked;
    this.#card.show(picked && shownOf(picked), at);
    if (picked) void this.#tellPlace(picked);
  }

  /** The point files have neither names nor the precision of times; the province stands there until the detail is. */
  async #tellPlace(picked: Picked): Promise<void> {
    const detail = await detailById(picked.band.id[picked.row]!).catch(() => undefined);
    if (!detail || this.#picked !== picked) return;
    const precision = precisionOf(detail.date_precision);
    this.#card.correct({ ...shownOf(picked), place: placeOf(detail), precision });
  }
}

function shownOf(picked: Picked): Shown {
  const { band, row } = picked;
  const [time, depth, magnitude] = [band.time[row]!, band.depth[row]!, band.magnitude[row]!];
  return {
    id: band.id[row]!,
    time,
    precision: statedPrecision(time),
    magnitude: magnitude === NO_VALUE ? null : magnitude / 100,
    magnitudeType: '',
    depthKm: depth === NO_VALUE ? null : depth / 10,
    eventType: undefined,
    place: provinceName(picked),
    agencies: KNOWN_AGENCIES.filter((_, bit) => band.agencies[row]! & (1 << bit)),
  };
}
