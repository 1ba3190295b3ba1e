/** `/deprem/…`: one earthquake. */
import { isProbableBlast } from '#core/blasts.ts';
import { shakingOf } from '#seismology/shaking.ts';
import { provinceAddress } from '#core/paths.ts';
import { sourceWords } from '#core/source-words.ts';
import { coordinateText, magnitudeText, slugWords } from '#core/text.ts';
import { parseCivil, parseInstant } from '#core/time.ts';
import { magnitudeWords } from '#core/unsettled.ts';
import { precisionOf } from '#core/date-words.ts';
import { eventTitle, titledOf } from '#core/event-titles.ts';
import { kindWords } from '#core/event-types.ts';
import { blastSentence } from '../drawing/blast-texts.ts';
import { isAdvised } from '../drawing/advice.ts';
import { ageClass, COLOURS, radiusOf } from '../drawing/palette.ts';
import { whenOf } from '../drawing/rows.ts';
import { citationOf, citingSection, serviceName } from './citation.ts';
import * as clock from './clock.ts';
import { copyButton, shareOrCopy } from './copy.ts';
import { findDetail, nameOf, pageOf, placeOf, type Detail } from './detail.ts';
import { base, el, eventAddress, fact, language, nextTask, required } from './dom.ts';
import { t } from './event-texts.ts';
import { kilometres, number, say } from './language.ts';
import type { MapView } from './map/map.ts';
import { mechanismSection } from './mechanism-section.ts';
import { historySection, solutionsSection, stationsSection } from './event-sections.ts';
import { markMembers, nearbySection } from './nearby-section.ts';
import { openMap } from './open-map.ts';
import { followDetail, renewed } from './open-event.ts';
import { currentTheme, loadAdvice, startFrame } from './page-frame.ts';
import { shakingRadii, shakingSection } from './shaking-section.ts';
import { sequenceSection, type FoundSequence } from './sequence-section.ts';
import { timeFacts } from './time-facts.ts';

type Epicentre = Pick<Detail, 'id' | 'latitude' | 'longitude' | 'magnitude'>;

let map: MapView | undefined;
/** What followed, else the largest near it, which may be found before the map is there. */
let followers: readonly Epicentre[] = [];
let neighbours: readonly Epicentre[] = [];
startFrame(() => map?.recolour());

async function start(): Promise<void> {
  const main = required('#main');
  try {
    const found = await findDetail(location);
    if (found.kind !== 'found') {
      main.replaceChildren(el('h1', t(found.kind === 'gone' ? 'gone' : 'notFound')));
      return;
    }
    await show(found.detail);
    document.body.dataset['ready'] = 'detail';
    await showMap(found.detail);
    void followDetail(found.detail, showAgain).catch(() => {});
  } catch {
    main.replaceChildren(el('h1', t('neverLoaded')));
    setTimeout(() => void start(), 20_000);
  }
}

async function show(detail: Detail): Promise<void> {
  const time = parseInstant(detail.occurred_at_utc) ?? parseCivil(detail.occurred_at)!;
  const name = nameOf(detail);
  const precision = precisionOf(detail.date_precision);
  const marks = { eventType: detail.event_type, blastProbability: detail.blast_probability };
  const kind = kindWords(marks, language());
  const when = el('p.when');
  when.innerHTML = whenOf({ time, precision }, { language: language(), now: clock.now(), say }).toString();
  nameThePage(detail);
  const hero = (): HTMLElement =>
    el(
      'div.hero',
      el(
        'div.headline',
        kind !== undefined && el('p.kind', kind),
        el('p.number', magnitudeText(detail.magnitude, language()), el('small', detail.magnitude_type ?? 'M')),
        el('h1', placeOf(detail)),
        name !== undefined && el('p.named', name),
        when,
        isProbableBlast(marks) && el('p.notice', say(...blastSentence(detail.blast_probability!))),
        facts(detail, time),
        actions(detail),
      ),
      el('div', { id: 'map', class: 'frame' }, el('canvas', { role: 'img', tabindex: 0, 'aria-label': t('mapHelp') })),
    );
  const parts: (() => HTMLElement | false | undefined)[] = [
    hero,
    () => solutionsSection(detail),
    () => mechanismSection(detail.focal_mechanism),
    () => shakingSection(detail),
    // It reads the catalogue once.
    () => (shown[SEQUENCE] as HTMLElement) ?? sequenceSection(detail, (found) => showSequence(detail, found)),
    () =>
      el(
        'div.columns',
        nearbySection(detail, (found) => showLargest(detail, found)),
        detail.nearby_stations.length > 0 && stationsSection(detail),
      ),
    () => detail.revisions.length > 0 && historySection(detail),
    () => citingSection(detail),
  ];
  const made: (HTMLElement | undefined)[] = [];
  for (const part of parts) {
    made.push(part() || undefined);
    await nextTask();
  }
  const advice = showAdvice(when, detail, time).catch(() => {});
  if (shown.length > 0) {
    await advice;
    shown = renewed(shown, made);
    return;
  }
  required('#main').replaceChildren(...made.filter((one) => one !== undefined));
  shown = made;
}

/** Position of the sequence among the parts. */
const SEQUENCE = 4;
/** Parts of the page in their order; undefined where there is nothing to say. */
let shown: (HTMLElement | undefined)[] = [];

async function showAgain(detail: Detail): Promise<void> {
  await show(detail);
  showOthers(detail);
}

/** Of a recent one. */
async function showAdvice(when: HTMLElement, detail: Detail, time: number): Promise<void> {
  const now = clock.now();
  const one = { ...detail, time, depthKm: detail.depth_km, eventType: detail.event_type };
  const shown = {
    ...one,
    magnitudeDoubtful: detail.magnitude_doubtful,
    blastProbability: detail.blast_probability,
  };
  if (!isAdvised(shown, now)) return;
  const stored = document.querySelector('#main > .advice');
  // At once, so that nothing below it moves.
  if (stored) return when.after(stored);
  const adviceMarkup = await loadAdvice();
  const box = el('div.advice');
  box.innerHTML = adviceMarkup([shown], now);
  when.after(box);
}

/** As the stored page and the gateway's have it: on a static host the page is that of all. */
function nameThePage(detail: Detail): void {
  document.title = `${eventTitle(titledOf(detail, language()), language())} · ${serviceName()}`;
  const address = (of: 'tr' | 'en'): string => new URL(pageOf(detail, of), location.origin).href;
  for (const [link, of] of [
    ['rel=canonical', language()],
    ['hreflang=tr', 'tr'],
    ['hreflang=en', 'en'],
    ['hreflang=x-default', 'tr'],
  ] as const)
    document.querySelector(`head [${link}]`)?.setAttribute('href', address(of));
}

function facts(detail: Detail, time: number): HTMLElement {
  const { shakemap, province } = detail;
  const words = magnitudeWords(detail, language());
  const sources = sourceWords({ magnitudeSource: detail.magnitude_source, source: detail.source }, language());
  const intensity =
    shakemap &&
    fact(
      t('shakemap'),
      el('a', { href: shakemap.url, rel: 'noopener' }, `${shakemap.source} ${shakemap.max_mmi ?? ''}`),
    );
  return el(
    'dl.facts',
    ...timeFacts(time, precisionOf(detail.date_precision)),
    words !== undefined && fact(t('magnitude'), words),
    sources !== undefined && fact(t('source'), sources),
    detail.max_intensity === undefined ? undefined : fact(t('maxIntensity'), romanDegree(detail.max_intensity)),
    detail.deaths === undefined ? undefined : fact(t('deaths'), number(detail.deaths)),
    fact(t('depth'), detail.depth_km === null ? t('unknown') : kilometres(detail.depth_km)),
    fact(t('epicentre'), coordinateText(detail, language())),
    province !== null && fact(t('province'), el('a', { href: provinceLink(province) }, province)),
    intensity ?? undefined,
  );
}

const provinceLink = (name: string): string => `${base()}/${provinceAddress(slugWords(name), language())}`;

const DEGREES = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];

/** `VIII–IX` for 8.5. */
const romanDegree = (intensity: number): string =>
  [...new Set([Math.floor(intensity), Math.ceil(intensity)])].map((degree) => DEGREES[degree - 1]).join('–');

function actions(detail: Detail): HTMLElement {
  const page = new URL(pageOf(detail), location.origin).href;
  const share = el('button', { type: 'button', class: 'action' }, t('share'));
  share.addEventListener('click', () => void shareOrCopy(share, page));
  const call = new URL(`${base()}/deprem_api.php?id=${detail.id}`, location.origin).href;
  const cite = copyButton(t('cite'), () => citationOf(detail, page));
  return el(
    'p.actions',
    share,
    cite,
    copyButton(t('copyCall'), () => `curl "${call}"`),
  );
}

/** The earthquake itself above the others. */
function epicentres(detail: Detail, others: readonly Epicentre[]): (Epicentre & { radius: number; colour: string })[] {
  const { age } = COLOURS[currentTheme()];
  const dim = others.map((one) => ({ ...one, radius: radiusOf(one.magnitude), colour: age[4]! }));
  const colour = age[Math.min(2, ageClass(clock.now() - parseCivil(detail.occurred_at)!))]!;
  return [...dim, { ...detail, radius: radiusOf(detail.magnitude), colour }];
}

async function showMap(detail: Detail): Promise<void> {
  const { latitude, longitude } = detail;
  const reach = 1.7;
  map = await openMap({
    canvas: required<HTMLCanvasElement>('#map canvas'),
    home: {
      south: latitude - reach,
      north: latitude + reach,
      west: longitude - reach * 1.3,
      east: longitude + reach * 1.3,
    },
    pressed: (id) => id !== undefined && id !== detail.id && location.assign(eventAddress(id)),
  });
  showOthers(detail);
  map?.select(detail.id);
  const shaking = shakingOf(detail);
  if (typeof shaking === 'object') map?.ring(detail, shakingRadii(shaking));
}

/** Marks the members in the lists, and shows on the map what followed. */
function showSequence(detail: Detail, { members, aftershocks }: FoundSequence): void {
  markMembers(members);
  followers = aftershocks;
  showOthers(detail);
}

function showLargest(detail: Detail, found: readonly Epicentre[]): void {
  neighbours = found;
  showOthers(detail);
}

function showOthers(detail: Detail): void {
  const others = [followers, neighbours].find(({ length }) => length > 0) ?? detail.nearby_quakes;
  map?.show(epicentres(detail, others));
}

void start();
