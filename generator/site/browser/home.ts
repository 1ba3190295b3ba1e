/** `/`: the list first, the map after it, both in step and live. */
import type { FilterValues } from '#core/filters/table.ts';
import { freshnessOf } from '#core/freshness.ts';
import { COLOURINGS, type Colouring } from '../drawing/palette.ts';
import { project, type Plane } from '../drawing/mercator.ts';
import { arranged, isFiltered } from './arrangement.ts';
import { Catalogue, type Selection } from './catalogue.ts';
import type { Earthquake } from './earthquake.ts';
import { showBlastCount } from './blasts.ts';
import * as clock from './clock.ts';
import { offerCsv } from './csv.ts';
import { required } from './dom.ts';
import { applied, type Filters, matching, PERIODS, readFilters, withinPeriod, writeFilters } from './filters.ts';
import { recalledNear, rememberNear, fillForm, showActive } from './filter-form.ts';
import { tellSummary, announce, showFreshness, showHeadline, showNoHeadline, thereFrom } from './headline.ts';
import { agenciesHere } from './language.ts';
import { keepScrolled } from './scrolling.ts';
import { classOf, pointsOf, scaleFor, fillLegend } from './legend.ts';
import { ListView } from './list-view.ts';
import { type Freshness, startPolling } from './live.ts';
import { MapCard, type Shown } from './map-card.ts';
import type { MapView } from './map/map.ts';
import { type Near, withinRadius } from './near.ts';
import { openMap, TURKIYE, whenIdle } from './open-map.ts';
import { currentTheme, startFrame } from './page-frame.ts';

class Home {
  readonly #catalogue = new Catalogue();
  readonly #list: ListView;
  readonly #card = new MapCard(required('#map canvas'), () => this.#select(undefined));
  readonly #scrollAgain = keepScrolled(required('.panel'));
  readonly #fresh = new Set<number>();
  #filters: Filters = readFilters(location.search);
  #near = recalledNear();
  #found: Selection = { rows: [], completeFrom: undefined };
  #map: MapView | undefined;
  #isMapDue = true;
  #freshness: Freshness | undefined;
  /** Number of the last search; answers of former ones are dropped. */
  #search = 0;

  constructor() {
    this.#list = new ListView({ list: required('#list'), chosen: (id) => this.#select(id) });
  }

  start(): void {
    startFrame(() => this.#render());
    this.#fillForm();
    const fold = required('#fold');
    fold.addEventListener('click', () =>
      fold.setAttribute('aria-expanded', String(fold.getAttribute('aria-expanded') === 'false')),
    );
    startPolling({
      catalogue: this.#catalogue,
      changed: (arrived) => this.#arrive(arrived),
      freshness: (state) => this.#tell(state),
    });
    setInterval(() => this.#freshness && this.#tell(this.#freshness), 15_000);
    addEventListener('popstate', () => {
      this.#filters = readFilters(location.search);
      this.#fillForm();
      void this.#load().then(() => this.#reopen());
    });
  }

  #fillForm(): void {
    const form = required<HTMLFormElement>('#filters');
    fillForm({
      ...{ form, filters: this.#filters, changed: (change) => this.#change(change) },
      near: () => this.#near,
      nearChanged: (near) => this.#move(near),
    });
  }

  /** After the first list: the map must not delay it. */
  async #openMap(): Promise<void> {
    this.#map = await openMap({
      canvas: required<HTMLCanvasElement>('#map canvas'),
      home: TURKIYE,
      pressed: (id, at) => this.#press(id, at),
    });
    const now = clock.now();
    this.#showPoints(this.#matching(now), now);
    this.#reopen();
  }

  /** The card of the earthquake that the address names. */
  #reopen(): void {
    const one = this.#rowOf(this.#filters.selected);
    this.#card.reopen(one && this.#shown(one), one && this.#map?.reveal(project(one)));
  }

  #change(change: Partial<Filters>): void {
    const { period, texts } = this.#filters;
    this.#filters = { ...this.#filters, ...change };
    const isReload = this.#filters.period !== period || this.#filters.texts !== texts;
    this.#keepAddress();
    if (isReload) void this.#load();
    else this.#render();
  }

  #addressOf = (change: Partial<Filters> = {}): string =>
    `${location.pathname}${writeFilters({ ...this.#filters, ...change })}`;

  #keepAddress(): void {
    history.replaceState(null, '', `${this.#addressOf()}${location.hash}`);
  }

  #move(near: Near | undefined): void {
    this.#near = near;
    rememberNear(near);
    this.#change(!near && this.#filters.order === 'distance' ? { order: undefined } : {});
  }

  #rowOf = (id: number | undefined): Earthquake | undefined => this.#found.rows.find((row) => row.id === id);

  #shown = (one: Earthquake): Shown => ({ ...one, ...thereFrom(this.#near, one) });

  #select(id: number | undefined): void {
    this.#filters = { ...this.#filters, selected: id };
    this.#keepAddress();
    this.#list.select(id);
    this.#map?.select(id);
  }

  /** The card is there at once; the list, which may be long, follows. */
  #press(id: number | undefined, at: Plane): void {
    const one = this.#rowOf(id);
    this.#card.show(one && this.#shown(one), at);
    // After the picture with the card.
    requestAnimationFrame(() =>
      setTimeout(() => {
        this.#select(id);
        // Beside the map, the list scrolls on its own; below it the page stays.
        if (id !== undefined && matchMedia('(min-width: 56.01rem)').matches) this.#list.reveal(id);
      }),
    );
  }

  #arrive(arrived: Earthquake[]): void {
    for (const { id } of arrived) this.#fresh.add(id);
    const wanted = withinRadius(matching(arrived, this.#chosenAt(clock.now())), this.#near);
    if (wanted.length > 0) announce(wanted, this.#catalogue.newest);
    void this.#load();
  }

  async #load(): Promise<void> {
    const search = (this.#search += 1);
    try {
      const found = await this.#find();
      if (search !== this.#search) return;
      this.#found = found;
    } catch {
      if (this.#freshness) this.#tell({ ...this.#freshness, reachable: false });
    }
    this.#render();
    if (document.body.dataset['ready'] === undefined) this.#scrollAgain();
    document.body.dataset['ready'] = 'list';
    if (!this.#isMapDue) return;
    this.#isMapDue = false;
    whenIdle(() => void this.#openMap());
  }

  async #find(): Promise<Selection> {
    const { period } = this.#filters;
    if (period !== 'newest') {
      const now = clock.now();
      const { blasts, ...chosen } = this.#chosenAt(now);
      const found = await this.#catalogue.within(blasts === 'only' ? { ...chosen, blasts } : chosen, now);
      const since = now - PERIODS[period];
      if (location.search !== '' || found.rows.some(({ time }) => time >= since)) return found;
      // Nothing recent, as where no feed can be reached: the reader who chose nothing sees what there is.
      this.#filters = { ...this.#filters, period: 'newest' };
      this.#fillForm();
    }
    return this.#catalogue.listed();
  }

  #applied = (now: number): ReturnType<typeof applied> => applied(this.#filters.texts, now, agenciesHere());

  #chosenAt = (now: number): FilterValues => withinPeriod(this.#applied(now).values, this.#filters.period, now);

  #matching = (now: number, blasts?: 'only'): Earthquake[] => {
    const chosen = { ...this.#chosenAt(now), ...(blasts && { blasts }) };
    return withinRadius(matching(this.#found.rows, chosen), this.#near);
  };

  #showBlastCount(now: number): void {
    const { texts } = this.#filters;
    showBlastCount({
      count: this.#applied(now).values.blasts === 'exclude' ? this.#matching(now, 'only').length : 0,
      ...{ texts, addressOf: (next) => this.#addressOf({ texts: next }) },
      changed: (next) => this.#change({ texts: next }),
    });
  }

  #render(): void {
    const now = clock.now();
    const rows = this.#matching(now);
    const { selected, colouring, texts } = this.#filters;
    const dotOf = (one: Earthquake): string => `${colouring}-${classOf(one, colouring, now)}`;
    const { order, isBusy, ...listed } = arranged(rows, { ...this.#found, ...this.#filters, near: this.#near, now });
    const thereOf = (one: Earthquake) => thereFrom(this.#near, one);
    this.#list.show({ ...listed, selected, fresh: this.#fresh, dotOf, thereOf });
    this.#showHeadline();
    showActive(required<HTMLFormElement>('#filters'), this.#filters, this.#near, order);
    tellSummary({
      ...{ ...this.#found, ...this.#applied(now), period: this.#filters.period, rows },
      isFiltered: isFiltered(texts, this.#near),
      newestFirst: isBusy ? this.#addressOf({ order: 'time' }) : undefined,
      changed: () => this.#change({ order: 'time' }),
    });
    this.#showBlastCount(now);
    offerCsv(listed.folds.size > 0 ? rows : listed.rows);
    fillLegend<Colouring>({
      ...{ box: required('#legend'), scale: scaleFor(rows.length), theme: currentTheme() },
      ...{ choices: COLOURINGS, colouring, changed: (chosen) => this.#change({ colouring: chosen }) },
    });
    this.#showPoints(rows, now);
  }

  #showHeadline(): void {
    if (this.#isUnanswered()) return showNoHeadline();
    const { newest, isComplete } = this.#catalogue;
    const rows = this.#filters.period === 'newest' && this.#found.rows.length > 0 ? this.#found.rows : newest;
    showHeadline({ rows, isComplete, near: this.#near });
  }

  /** Before the first status, what the page was published with counts. */
  #isUnanswered(): boolean {
    const { sources } = this.#freshness ?? {};
    if (!sources) return 'unanswered' in required('.lead').dataset;
    return freshnessOf(sources, clock.now()).lastAnswer === null;
  }

  #showPoints(rows: Earthquake[], now: number): void {
    this.#map?.recolour();
    this.#map?.show(pointsOf(rows, this.#filters.colouring, now));
    this.#map?.select(this.#filters.selected);
  }

  #tell(state: Freshness): void {
    this.#freshness = state;
    showFreshness(state);
    // Its order changes with time.
    this.#showHeadline();
  }
}

new Home().start();
