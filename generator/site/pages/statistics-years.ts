/** Depths of a year; completeness and b of the last years. */
import { grouped } from '#core/text.ts';
import { barChart, trendChart } from '../drawing/charts.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { sayIn, type Language } from './language.ts';
import type { ComparedYear, Statistics } from './statistics-content.ts';

/** Deeper earthquakes are one bar. */
const DEEPEST_KM = 60;

export function depthSection(compared: ComparedYear | undefined, language: Language): Markup | undefined {
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

export function trendSection(trend: Statistics['trend'], language: Language): Markup | undefined {
  const say = sayIn(language);
  if (trend.every(({ b }) => b === null)) return undefined;
  const completeness = trendChart({
    title: say('Yıllara göre tamlık büyüklüğü Mc', 'Magnitude of completeness Mc by year'),
    points: trend.map(({ year, mc, mcError }) => ({ year, value: mc, error: mcError })),
    ticks: ticksAround(trend.flatMap(({ mc, mcError }) => around(mc, mcError))),
  });
  const slope = trendChart({
    title: say('Yıllara göre b değeri', 'b-value by year'),
    points: trend.map(({ year, b, bError }) => ({ year, value: b, error: bError })),
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
      'in some six years of ten.',
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
