/** The epicentre that was pressed, and its card. */
import { precisionOf } from '#core/date-words.ts';
import { KNOWN_AGENCIES } from '#core/earthquake.ts';
import type { Point } from '#core/geo.ts';
import { NO_VALUE } from '#core/points.ts';
import { parseCivil } from '#core/time.ts';
import { project, type Plane } from '../../drawing/mercator.ts';
import { detailById, placeOf, type Detail } from '../detail.ts';
import { MapCard, type Shown } from '../map-card.ts';
import { statedPrecision } from '../time-facts.ts';
import { provinceName, type Picked } from './selection.ts';

interface SpotOptions {
  canvas: HTMLElement;
  closed(): void;
  /** Shows the place on the map. @returns where that is in pixels */
  reveal(place: Plane): Plane | undefined;
}

/** What was pressed last, or named by the address, if anything. */
export class Spot {
  readonly #card: MapCard;
  readonly #options: SpotOptions;
  #place: Point | undefined;

  constructor(options: SpotOptions) {
    this.#options = options;
    this.#card = new MapCard(options.canvas, options.closed);
  }

  get place(): Point | undefined {
    return this.#place;
  }

  /** Undefined hides the card. */
  show(picked: Picked | undefined, at?: Plane): void {
    const place = picked && placeIn(picked);
    this.#place = place;
    this.#card.show(picked && shownOf(picked), at);
    if (picked) void this.#tellPlace(picked, place);
  }

  /** @param id of the address */
  async reopen(id: number | undefined): Promise<void> {
    this.#place = undefined;
    this.#card.reopen(undefined);
    const detail = id === undefined ? undefined : await detailById(id).catch(() => undefined);
    // A press came first.
    if (!detail || this.#place) return;
    this.#place = detail;
    this.#card.reopen(recordedIn(detail), this.#options.reveal(project(detail)));
  }

  /** The point files have neither names nor the precision of times; the province is shown until the detail is there. */
  async #tellPlace(picked: Picked, place: Point | undefined): Promise<void> {
    const detail = await detailById(picked.band.id[picked.row]!).catch(() => undefined);
    if (!detail || this.#place !== place) return;
    const precision = precisionOf(detail.date_precision);
    this.#card.correct({ ...shownOf(picked), place: placeOf(detail), precision });
  }
}

const placeIn = ({ band, row }: Picked): Point => ({ latitude: band.latitude[row]!, longitude: band.longitude[row]! });

const recordedIn = (detail: Detail): Shown => ({
  id: detail.id,
  time: parseCivil(detail.occurred_at)!,
  precision: precisionOf(detail.date_precision),
  magnitude: detail.magnitude,
  magnitudeType: detail.magnitude_type ?? '',
  depthKm: detail.depth_km,
  eventType: detail.event_type,
  place: placeOf(detail),
  agencies: [...new Set(detail.sources.map(({ name }) => name))],
});

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
