/** The earthquake that the reader pressed, or that the address names, and the largest in view as a list. */
import { precisionOf } from '#core/date-words.ts';
import { parseCivil } from '#core/time.ts';
import { otherMagnitude } from '#core/unsettled.ts';
import { project, type Plane } from '../../drawing/mercator.ts';
import { radiusOf, depthClass } from '../../drawing/palette.ts';
import type { Earthquake } from '../earthquake.ts';
import { detailById, titleOf, type Detail } from '../detail.ts';
import { MapCard, type Shown } from '../map-card.ts';
import type { MapView } from '../map/map.ts';
import { KNOWN_AGENCIES } from '#core/earthquake.ts';
import { KIND, NO_VALUE } from '#core/points.ts';
import { PROVINCES, type Province } from '#core/provinces.ts';
import { statedPrecision } from '../time-facts.ts';
import { type Picked, largestOf, type Selection } from './selection.ts';
import { say } from './report.ts';
import { required } from '../dom.ts';
import { ListView } from '../list-view.ts';

interface ChosenOptions {
  canvas: HTMLElement;
  closed(): void;
  map(): MapView | undefined;
}

export class Chosen {
  readonly #card: MapCard;
  readonly #options: ChosenOptions;
  #id: number | undefined;

  constructor(options: ChosenOptions) {
    this.#options = options;
    this.#card = new MapCard(options.canvas, options.closed);
  }

  /** Undefined hides the card. @param at where it was pressed; absent where it was chosen elsewhere */
  show(one: Earthquake | undefined, at?: Plane): void {
    this.#id = one?.id;
    const place = this.#mark(one);
    if (at) this.#card.show(one, at);
    else this.#card.reopen(one, place);
    if (one) void this.#tellPlace(one);
  }

  /** @param id of the address */
  async reopen(id: number | undefined): Promise<void> {
    this.show(undefined);
    const detail = id === undefined ? undefined : await detailById(id).catch(() => undefined);
    // A press came first.
    if (!detail || this.#id !== undefined) return;
    const one = recordedIn(detail);
    this.#id = one.id;
    this.#card.reopen(one, this.#mark({ ...one, ...detail }));
  }

  /** @returns where it is in pixels of the canvas */
  #mark(one: Pick<Earthquake, 'id' | 'latitude' | 'longitude' | 'magnitude'> | undefined): Plane | undefined {
    const map = this.#options.map();
    // The layer of epicentres has its dot.
    map?.show(one ? [{ ...one, radius: radiusOf(one.magnitude) / 2, colour: 'transparent' }] : []);
    map?.select(one?.id);
    return one && map?.reveal(project(one));
  }

  /** The province is shown until the detail is there. */
  async #tellPlace(one: Earthquake): Promise<void> {
    const detail = await detailById(one.id).catch(() => undefined);
    if (!detail || this.#id !== one.id) return;
    this.#card.correct({ ...one, ...ofDetail(detail) });
  }
}

/** What point files lack. */
const ofDetail = (detail: Detail) => ({
  precision: precisionOf(detail.date_precision),
  place: titleOf(detail),
  magnitudeDoubtful: detail.magnitude_doubtful === true,
  otherMagnitude: otherMagnitude(detail),
  magnitudeState: detail.magnitude_state,
  magnitudeSource: detail.magnitude_source,
});

const recordedIn = (detail: Detail): Shown => ({
  ...ofDetail(detail),
  id: detail.id,
  time: parseCivil(detail.occurred_at)!,
  magnitude: detail.magnitude,
  magnitudeType: detail.magnitude_type ?? '',
  depthKm: detail.depth_km,
  eventType: detail.event_type,
  blastProbability: detail.blast_probability,
  agencies: [...new Set(detail.sources.map(({ name }) => name))],
});

export function earthquakeOf({ band, row }: Picked): Earthquake {
  const [time, depth, magnitude, province] = [
    band.time[row]!,
    band.depth[row]!,
    band.magnitude[row]!,
    band.province[row]!,
  ];
  return {
    ...{ id: band.id[row]!, time, precision: statedPrecision(time) },
    ...marksOf(band.kind[row]!),
    ...{ latitude: band.latitude[row]!, longitude: band.longitude[row]!, province },
    depthKm: depth === NO_VALUE ? null : depth / 10,
    magnitude: magnitude === NO_VALUE ? null : magnitude / 100,
    ...{
      magnitudeType: '',
      magnitudeDoubtful: false,
      otherMagnitude: undefined,
      magnitudeState: undefined,
      magnitudeSource: undefined,
    },
    ...{ place: provinceWords(PROVINCES[province - 1]), searched: '', location: '' },
    agencies: KNOWN_AGENCIES.filter((_, bit) => band.agencies[row]! & (1 << bit)),
  };
}

/** Point files do not say of which kind a blast is, or how probable. */
const marksOf = (kind: number): Pick<Earthquake, 'eventType' | 'blastProbability'> => ({
  eventType: kind & KIND.other ? 'explosion' : undefined,
  ...(kind & KIND.blast ? { blastProbability: 1 } : {}),
});

/** That of the epicentre, which is often not the place that an earthquake is known by. */
const provinceWords = (province: Province | undefined): string =>
  province ? say('inProvince', province.name) : say('elsewhere');

const MOST = 20;
/** None arrives while the page is open. */
const FRESH: ReadonlySet<number> = new Set();

export class LargestList {
  readonly #list: ListView;
  #rows: Earthquake[] = [];

  /** @param chosen undefined where the reader closed its row */
  constructor(chosen: (one: Earthquake | undefined) => void) {
    this.#list = new ListView({
      list: required('#list'),
      chosen: (id) => chosen(this.#rows.find((one) => one.id === id)),
    });
  }

  /** @param doubtful ids of those left out */
  show(selection: Selection, doubtful: ReadonlySet<number>, selected: number | undefined): void {
    this.#rows = largestOf(selection, MOST, doubtful).map(earthquakeOf);
    this.#list.show({
      ...{ rows: this.#rows, selected, fresh: FRESH, thereOf: () => ({}) },
      dotOf: ({ depthKm }) => `depth-${depthClass(depthKm)}`,
    });
  }

  select(id: number | undefined): void {
    this.#list.select(id);
  }
}
