/** `/istatistik/`: pictures of the last weeks and of the last year, drawn when `dist/` is made. */
import { listWords } from '#core/date-words.ts';
import { spokenPlace } from '#core/place-form.ts';
import { grouped, magnitudeText } from '#core/text.ts';
import { formatDay, type EpochMs } from '#core/time.ts';
import { barChart, trendChart } from '../drawing/charts.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { UNKNOWN_CLASS } from '../drawing/palette.ts';
import { yearMap } from '../drawing/year-map.ts';
import { allYearsPage } from './all-years.ts';
import { blastsSection } from './blasts-section.ts';
import { completenessSection } from './completeness-section.ts';
import { eventPage } from './event.ts';
import { both, sayIn, type Language } from './language.ts';
import { prefixOf, type Site, type SitePage } from './shell.ts';
import { agencySections } from './statistics-agencies.ts';
import { bandName, type Statistics, type ComparedYear } from './content.ts';

/** Deeper earthquakes are one bar. */
const DEEPEST_KM = 60;

function depthSection(compared: ComparedYear | undefined, language: Language): Markup | undefined {
  if (!compared) return undefined;
  const say = sayIn(language);
  const { year, depths } = compared;
  const shown = DEEPEST_KM / depths.bin;
  const bars = Array.from({ length: shown + 1 }, (_, index) => {
    const from = index * depths.bin;
    const value =
      index < shown ? (depths.counts[index] ?? 0) : depths.counts.slice(shown).reduce((sum, count) => sum + count, 0);
    const name = index < shown ? `${from}–${from + depths.bin} km` : `≥ ${from} km`;
    return {
      label: `${name}: ${value}`,
      value,
      tick: index % 2 === 0 ? (index < shown ? `${from}` : `≥ ${from}`) : '',
    };
  });
  const title = say(`${year} yılının derinliğe göre deprem sayısı`, `Earthquakes of ${year} by depth`);
  const fixed = say(
    'Sığ depremlerin derinliği çoğu zaman tam belirlenemez; 5, 7 ve 10 km gibi değerler sabit tutulmuş olabilir.',
    'The depth of shallow earthquakes is often poorly known; values such as 5, 7 and 10 km may have been held fixed.',
  );
  const unknown =
    depths.unknown === 0
      ? ''
      : say(
          ` ${grouped(depths.unknown, 'tr')} depremin derinliği bilinmiyor.`,
          ` Depth unknown: ${grouped(depths.unknown, 'en')}.`,
        );
  return markup`<section class="block"><h2>${say('Derinliğe göre', 'By depth')}</h2>
<p class="hint">${say(`${year} yılı, km.`, `Year ${year}, km.`)} ${fixed}${unknown}</p>
${barChart({ title, bars, name: (value) => grouped(value, language) })}</section>`;
}

/** Ticks by 0.5 around the values. */
function ticksAround(values: readonly number[]): number[] {
  const low = Math.floor(Math.min(...values) * 2) / 2;
  const high = Math.max(low + 1, Math.ceil(Math.max(...values) * 2) / 2);
  return Array.from({ length: Math.round((high - low) * 2) + 1 }, (_, index) => low + index / 2);
}

/** Both ends of a value's error. */
const around = (value: number | null, error: number | null): number[] =>
  value === null ? [] : [value - (error ?? 0), value + (error ?? 0)];

function trendSection(trend: Statistics['trend'], language: Language): Markup | undefined {
  const say = sayIn(language);
  if (trend.every(({ b }) => b === null)) return undefined;
  const completeness = trendChart({
    title: say('Yıllara göre tamlık büyüklüğü Mc', 'Magnitude of completeness Mc by year'),
    points: trend.map(({ year, mc, mcError }) => ({ year, value: mc, error: mcError })),
    language,
    ticks: ticksAround(trend.flatMap(({ mc, mcError }) => around(mc, mcError))),
  });
  const slope = trendChart({
    title: say('Yıllara göre b değeri', 'b-value by year'),
    points: trend.map(({ year, b, bError }) => ({ year, value: b, error: bError })),
    language,
    ticks: ticksAround(trend.flatMap(({ b, bError }) => around(b, bError))),
  });
  return markup`<section class="block"><h2>${say('Tamlık ve b değeri', 'Completeness and b-value')}</h2>
<p class="hint">${say(
    'Mc: katalog bu büyüklükten itibaren tamdır; b değerinin değişmediği en küçük büyüklüktür (Cao ve Gao 2002). ' +
      'b: küçük depremlerin büyüklere oranı (Aki 1965). Dikey çizgiler standart hatadır: katalog 200 kez yeniden ' +
      'örneklenir, her birinde Mc de yeniden bulunur. Gerçek değer on yılın yaklaşık altısında bu aralıktadır.',
    'Mc: from this magnitude on the catalogue is complete; the smallest from which b no longer changes (Cao and Gao ' +
      '2002). b: how many small earthquakes there are for each large one (Aki 1965). Vertical lines are standard ' +
      'errors: the catalogue is resampled 200 times, each time with an Mc of its own. The true value lies within them ' +
      'in about six years out of ten.',
  )}</p>
<p class="hint">${say(
    'Katalog büyüklük türlerini karıştırır. Mc, türlerin birbirine çevrilebildiği sınırın altındaysa b verilmez: ' +
      `ML 2,3; Ms 3,4; MD 3,5; mb 3,9; türü bilinmeyenler hiç çevrilemez. ${missing(trend, 'tr')}`,
    'The catalogue mixes types of magnitude. There is no b where Mc is below the range in which they can be ' +
      `converted: ML 2.3, Ms 3.4, MD 3.5, mb 3.9; unknown types never can. ${missing(trend, 'en')}`,
  )}</p>
<h3>Mc</h3>${completeness}<h3>b</h3>${slope}</section>`;
}

/** Of the shown years, how many have no b and why. */
function missing(trend: Statistics['trend'], language: Language): string {
  const count = (reason: Statistics['trend'][number]['reason']): number =>
    trend.filter((one) => one.reason === reason).length;
  const [mixed, few, unstable] = [count('mixed_types'), count('too_few'), count('unstable')];
  return sayIn(language)(
    `${trend.length} yıldan ${mixed} yılda türler karışık, ${few} yılda deprem az, ${unstable} yılda b kararsız.`,
    `Of ${trend.length} years, ${mixed} mix types, ${few} have too few earthquakes, ${unstable} have no stable b.`,
  );
}

const MONTHS: Record<Language, string[]> = {
  tr: ['Oca', 'Şub', 'Mar', 'Nis', 'May', 'Haz', 'Tem', 'Ağu', 'Eyl', 'Eki', 'Kas', 'Ara'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
};

function dayText(day: EpochMs, language: Language): string {
  const [, month, date] = formatDay(day).split('-').map(Number);
  return `${date} ${MONTHS[language][month! - 1]}`;
}

function daysChart({ days, feltFrom }: Statistics, language: Language): Markup {
  const title = sayIn(language)(
    `Son ${days.length} günde günlük deprem sayısı`,
    `Earthquakes per day over the last ${days.length} days`,
  );
  const bars = days.map(({ day, total, felt }, index) => ({
    label: `${dayText(day, language)}: ${total}, M ≥ ${feltFrom}: ${felt}`,
    value: total,
    part: felt,
    tick: (days.length - 1 - index) % 10 === 0 ? dayText(day, language) : '',
  }));
  return barChart({ title, bars, name: (value) => grouped(value, language) });
}

function bandsChart({ bands }: Statistics, language: Language): Markup {
  const title = sayIn(language)(
    'Son 365 günde büyüklük aralıklarına göre deprem sayısı, logaritmik',
    'Earthquakes of the last 365 days by magnitude, logarithmic',
  );
  const bars = bands.map(({ count }, index) => {
    const name = bandName(bands, index);
    return { label: `M ${name}: ${count}`, value: count, tick: `M ${name}` };
  });
  return barChart({ title, bars, values: true, logarithmic: true, name: (value) => grouped(value, language) });
}

function body(site: Site, language: Language): Markup {
  const { statistics } = site;
  const say = sayIn(language);
  const { feltFrom } = statistics;
  return markup`<section class="block"><h2>${say('Günlük deprem sayısı', 'Earthquakes per day')}</h2>
<p class="hint"><span class="key whole"></span>${say('tümü', 'all')} <span class="key part"></span>M ≥ ${feltFrom}</p>
${daysChart(statistics, language)}</section>
<section class="block"><h2>${say('Büyüklüğe göre', 'By magnitude')}</h2>
<p class="hint">${say('Son 365 gün; dikey eksen logaritmiktir.', 'Last 365 days; the vertical axis is logarithmic.')}</p>
${bandsChart(statistics, language)}</section>
${depthSection(statistics.compared, language)}
${trendSection(statistics.trend, language)}
${completenessSection(statistics, { prefix: prefixOf(site), language })}
${agencySections(statistics, language)}`;
}

function lead(site: Site, language: Language): Markup {
  const { total, days, blasts } = site.statistics;
  const today = days.at(-1)!.total;
  const [tr, en] =
    today === 0
      ? ['Bugün (UTC) henüz deprem kaydedilmedi.', 'None is recorded for today (UTC) yet.']
      : [`Bugün (UTC) ${grouped(today, 'tr')} deprem oldu.`, `${grouped(today, 'en')} of them happened today (UTC).`];
  return markup`<h1>${both('İstatistik', 'Statistics')}</h1>
<p class="large">${both(
    `Katalogda ${grouped(total, 'tr')} deprem var. ${tr}`,
    `The catalogue holds ${grouped(total, 'en')} earthquakes. ${en}`,
  )}</p>
${
  blasts > 0 &&
  markup`<p class="hint"><a href="${prefixOf(site)}${allYearsPage.path[language]}?blasts=only">${both(
    `+ ${grouped(blasts, 'tr')} patlatma ya da olası patlatma`,
    `+ ${grouped(blasts, 'en')} blasts or probable blasts`,
  )}</a> ${both('bu sayfadaki sayılara katılmadı.', 'are not counted on this page.')}</p>`
}`;
}

/** Names of the classes of depth. */
const DEPTHS = ['< 5 km', '5–10', '10–20', '20–40', '≥ 40 km'];

/** @param mapped those whose colours it explains */
export function depthKeys(mapped: readonly { depthKm: number | null }[], unknown: Markup | string): Markup {
  const key = (depth: number, name: Markup | string): Markup =>
    markup`<span class="named"><span class="key depth-${depth}"></span>${name}</span> `;
  const isUnknown = mapped.some(({ depthKm }) => depthKm === null);
  return markup`${DEPTHS.map((name, index) => key(index, name))}${isUnknown && key(UNKNOWN_CLASS, unknown)}`;
}

function mapSection(site: Site, language: Language): Markup {
  const { bands, felt, feltFrom } = site.statistics;
  const address = `${prefixOf(site)}${eventPage.path[language]}`;
  const dots = felt.map(({ id, time, precision, magnitude, depthKm, latitude, longitude, ...place }) => ({
    ...{ latitude, longitude, depthKm, magnitude: magnitude! },
    label: `M ${magnitudeText(magnitude, language)} · ${language === 'tr' ? spokenPlace(place.location) : place.locationEn} · ${listWords(time, precision, language)}`,
    href: `${address}?id=${id}`,
  }));
  const ofYear = bands.reduce((sum, { from, count }) => ((from ?? -Infinity) >= feltFrom ? sum + count : sum), 0);
  const isCut = ofYear > felt.length;
  const [size, all] = [felt.length, ofYear].map((count) => ({ tr: grouped(count, 'tr'), en: grouped(count, 'en') }));
  const tr = isCut ? `${all!.tr} depremin en büyük ${size!.tr} tanesi` : `${size!.tr} deprem`;
  const en = `${isCut ? `the largest ${size!.en} of ${all!.en}` : size!.en} earthquakes`;
  return markup`<section class="block"><h2 id="year-map">${both(
    `Son bir yılın haritası: ${tr}, M ≥ ${feltFrom}`,
    `Map of the last year: ${en}, M ≥ ${feltFrom}`,
  )}</h2>
<p class="hint depths">${both('Son 365 gün. Renk: derinlik', 'Last 365 days. Colour: depth')} \
${depthKeys(felt, both('bilinmiyor', 'unknown'))}</p>
${yearMap(site.land, dots, 'year-map')}</section>`;
}

export const statisticsPage: SitePage = {
  path: { tr: '/istatistik/', en: '/statistics/' },
  name: { tr: 'İstatistik', en: 'Statistics' },
  title: { tr: 'Deprem istatistikleri', en: 'Earthquake statistics' },
  description: {
    tr: 'Türkiye ve çevresinde günlük deprem sayıları, büyüklük ve derinlik dağılımı, kurumların karşılaştırması.',
    en: 'Earthquakes of Türkiye per day, by magnitude and depth; completeness and b; the agencies compared.',
  },
  script: 'page.ts',
  main: (site, language) => markup`<main id="main" class="narrow" tabindex="-1">${lead(site, language)}
${mapSection(site, language)}
${blastsSection(site, language)}
${body(site, language)}</main>`,
};
