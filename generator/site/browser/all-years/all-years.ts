/** `/harita/`: every earthquake since 1900 on the map and in time, and the largest ones in view as a list. */
import { MINUTE, type EpochMs } from '#core/time.ts';
import type { Plane } from '../../drawing/mercator.ts';
import { showBlastCount } from '../blasts.ts';
import type { Earthquake } from '../earthquake.ts';
import { nextTask, required } from '../dom.ts';
import type { Camera } from '../map/camera.ts';
import type { MapOverlay, MapView } from '../map/map.ts';
import { readViewpoint } from '../map/viewpoint.ts';
import { openMap, TURKIYE } from '../open-map.ts';
import { currentTheme, startFrame } from '../page-frame.ts';
import { keepUpToDate } from '../stream.ts';
import { LargestList, earthquakeOf, Chosen } from './chosen.ts';
import { fillChoices, fillColours } from './controls.ts';
import { boxInView, daysOf, Filtering } from './filtering.ts';
import { epicentreAt, Picture, sizingOf } from './picture.ts';
import { PointFiles } from './point-files.ts';
import { showProvinces } from './province-view.ts';
import { selectRows, windowOf, type Picked, type Window } from './selection.ts';
import { say, alarm, tellProgress, tellSelection } from './report.ts';
import { readState, writeState, type AllYearsState } from './state.ts';
import { PASSES } from './store.ts';
import { TimeDock } from './time-dock.ts';

/** After the last movement, ms. */
const SETTLED_AFTER = 160;

class AllYears {
  #state: AllYearsState = readState(location.search);
  readonly #filtering = new Filtering(this.#state);
  readonly #picture = new Picture({
    canvas: required<HTMLCanvasElement>('#points'),
    bands: () => this.#files.bands,
    changed: () => this.#request(false),
  });
  readonly #largest = new LargestList((one) => this.#choose(one));
  readonly #dock = new TimeDock({ changed: (window, settled) => this.#slide(window, settled) });
  readonly #files = new PointFiles({
    cleared: (band, capacity) => this.#picture.clear(band, capacity),
    added: (number, band, run) => {
      this.#filtering.pass(band, run);
      this.#picture.add(number, band, run);
    },
    progress: () => this.#progress(),
  });
  readonly #chosen = new Chosen({
    canvas: required('#map canvas'),
    closed: () => this.#choose(undefined),
    map: () => this.#map,
  });
  #camera: Camera | undefined;
  #map: MapView | undefined;
  /** The slider's, while it is not in the address. */
  #window: [EpochMs, EpochMs] | undefined;
  #frame = 0;
  /** The part of the map in view. */
  #seen = '';
  #isMoving = false;
  /** A finger or the mouse button is down on the map. */
  #isHeld = false;
  #settling: ReturnType<typeof setTimeout> | undefined;

  async start(): Promise<void> {
    startFrame(() => this.#recolour());
    addEventListener('keydown', ({ key }) => key === 'Escape' && this.#choose(undefined));
    const canvas = required<HTMLCanvasElement>('#map canvas');
    for (const name of ['pointerdown', 'pointerup', 'pointercancel'])
      canvas.addEventListener(name, () => (this.#isHeld = name === 'pointerdown'));
    addEventListener('popstate', () => {
      this.#change(readState(location.search));
      void this.#chosen.reopen(this.#state.id);
    });
    keepUpToDate({ every: MINUTE, known: () => this.#files.sequence, ask: () => this.#refresh() });
    await this.#refresh();
    const overlay: MapOverlay = {
      drawn: (camera) => this.#drawn(camera),
      pressed: (at) => this.#press(at),
      hovered: (at) => this.#at(at) !== undefined,
    };
    this.#map = await openMap({ canvas, home: TURKIYE, overlay, names: required('#names') });
    if (!readViewpoint(location.hash)) await showProvinces(this.#map, this.#filtering.provinces);
    void this.#chosen.reopen(this.#state.id);
    this.#settle();
    // Last of all: compiling the shaders may take long.
    await this.#picture.open();
    this.#picture.recolour(currentTheme());
    if (!this.#picture.isPossible) alarm(say('noGraphics'));
    this.#settle();
  }

  async #refresh(): Promise<void> {
    try {
      const isFirst = this.#files.asOf === 0;
      await this.#files.refresh();
      this.#filter();
      if (!isFirst) return;
      alarm('');
      this.#want();
      await nextTask();
      this.#fill();
    } catch {
      alarm(say('unreachable'));
    }
  }

  get #within(): Window {
    return windowOf(this.#window ?? this.#filtering.span, this.#filtering.shownFrom);
  }

  /** Once the filters, or the moment that ages count from, may have changed. */
  #filter(): void {
    if (!this.#filtering.apply(this.#state, this.#files)) return;
    this.#picture.refill();
    this.#dock.count(this.#files.bands, this.#within.least);
  }

  #want = (): boolean => this.#filtering.want(this.#files, this.#camera?.scale ?? 0);

  readonly #change = (change: Partial<AllYearsState>): void => {
    const before = this.#state.texts['province'];
    this.#state = { ...this.#state, ...change };
    this.#window = undefined;
    this.#filter();
    if (this.#state.texts['province'] !== before) void showProvinces(this.#map, this.#filtering.provinces);
    this.#keepAddress();
    this.#want();
    this.#fill();
    this.#settle();
  };

  #keepAddress(): void {
    history.replaceState(null, '', `${location.pathname}${writeState(this.#state)}${location.hash}`);
  }

  #fillChoices(): void {
    const form = required<HTMLFormElement>('#filters');
    fillChoices(
      { form, state: this.#state, until: this.#filtering.all[1], changed: this.#change },
      this.#filtering.shownFrom,
    );
  }

  #fill(): void {
    const [state, changed] = [this.#state, this.#change];
    this.#fillChoices();
    fillColours(state, changed);
    this.#dock.show(this.#filtering.all, this.#within.time);
  }

  #slide(window: [EpochMs, EpochMs], settled: boolean): void {
    this.#window = window;
    if (!settled) return this.#request(true);
    this.#change({ texts: { ...this.#state.texts, ...daysOf(window, this.#filtering.all) } });
  }

  #at(at: Plane): Picked | undefined {
    const camera = this.#camera;
    if (!camera || this.#isMoving || this.#dock.isPlaying) return undefined;
    const { bands, loaded } = this.#files;
    return epicentreAt(bands, at, { camera, window: this.#within, sizing: sizingOf(camera, loaded) });
  }

  #press(at: Plane): void {
    const picked = this.#at(at);
    this.#choose(picked && earthquakeOf(picked), at);
  }

  #choose(one: Earthquake | undefined, at?: Plane): void {
    this.#state = { ...this.#state, id: one?.id };
    this.#chosen.show(one, at);
    this.#largest.select(one?.id);
    this.#keepAddress();
  }

  #drawn(camera: Camera): void {
    const seen = JSON.stringify(camera.view);
    const isMoved = seen !== this.#seen;
    [this.#camera, this.#seen] = [camera, seen];
    this.#isMoving ||= isMoved;
    this.#drawPoints();
    if (isMoved) this.#settleSoon();
  }

  #request(moving: boolean): void {
    this.#isMoving ||= moving;
    if (moving) this.#settleSoon();
    this.#frame ||= requestAnimationFrame(() => this.#drawPoints());
  }

  #drawPoints(): void {
    this.#frame = 0;
    if (!this.#camera) return;
    this.#picture.draw(this.#camera, {
      ...{ window: this.#within, colouring: this.#state.colouring, count: this.#files.loaded },
      ...{ trail: this.#dock.trail, moving: this.#isMoving },
    });
    const isReady = this.#files.isIdle && this.#picture.isDone && !this.#isMoving;
    if (isReady) document.body.dataset['ready'] = 'all-years';
  }

  #settleSoon(): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => this.#settle(), SETTLED_AFTER);
  }

  /** Once nothing moves: all of the epicentres, smaller ones where the map is close, and the largest. */
  #settle(): void {
    clearTimeout(this.#settling);
    if (this.#dock.isPlaying) return;
    if (this.#isHeld) return this.#settleSoon();
    // While files arrive, the picture grows thinned, and the list waits.
    this.#isMoving = !this.#files.isIdle;
    if (this.#want()) this.#fillChoices();
    this.#request(false);
    if (this.#files.isIdle) this.#tellSelection();
  }

  /** What is in view: how many, and the largest. */
  #tellSelection(): void {
    const { bands, doubtful } = this.#files;
    const box = boxInView(this.#camera);
    const selection = selectRows(bands, this.#within, box);
    showBlastCount({
      count: selectRows(bands, this.#within, box, PASSES.blast).count,
      ...{
        texts: this.#state.texts,
        addressOf: (texts) => `${location.pathname}${writeState({ ...this.#state, texts })}`,
      },
      changed: (texts) => this.#change({ texts }),
    });
    tellSelection(selection.count, this.#within.time, this.#filtering.shownFrom);
    this.#largest.show(selection, doubtful, this.#state.id);
  }

  #progress(): void {
    tellProgress(this.#files, this.#filtering.isAll);
    if (!this.#files.isIdle) return this.#request(true);
    this.#dock.count(this.#files.bands, this.#within.least);
    this.#settleSoon();
  }

  #recolour(): void {
    this.#picture.recolour(currentTheme());
    this.#map?.recolour();
    this.#fill();
    this.#settle();
  }
}

void new AllYears().start();
