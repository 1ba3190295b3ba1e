/** What to do after an earthquake: short lines, and links to those who say more. Never a forecast. */
import type { Point } from '#core/geo.ts';
import { isNearSea } from '#core/sea.ts';
import { isEarthquake } from '#seismology/significance.ts';
import { DAY, HOUR, type EpochMs } from '#core/time.ts';
import { markup, type Markup } from './markup.ts';

/** Least magnitude (inclusive) and for how long, as one is shown. The times are ours. */
const ADVICE = { from: 4.5, lasts: DAY };

/**
 * From these magnitudes, at sea or so far inland in km, KOERI sends more than information (its decision matrix within
 * NEAMTWS, Table 2 of doi 10.1038/s41598-025-22494-1). All inclusive.
 */
const TSUNAMI = [
  { from: 6, km: 40 },
  { from: 6.5, km: 100 },
];
/** Of the same matrix: below, in km. The time is ours. */
const TSUNAMI_BOUNDS = { depthKm: 100, lasts: 12 * HOUR };

/** Ages at which what is shown changes. */
export const ADVICE_AGES = [ADVICE.lasts, TSUNAMI_BOUNDS.lasts];

export interface Advised extends Point {
  time: EpochMs;
  magnitude: number | null;
  magnitudeDoubtful?: boolean | undefined;
  depthKm: number | null;
  eventType?: string | undefined;
  blastProbability?: number | null | undefined;
}

export const isAdvised = (one: Advised, now: EpochMs): boolean =>
  (one.magnitude ?? 0) >= ADVICE.from && !one.magnitudeDoubtful && now - one.time <= ADVICE.lasts && isEarthquake(one);

const mayRaiseSea = (one: Advised, now: EpochMs): boolean =>
  isAdvised(one, now) &&
  now - one.time <= TSUNAMI_BOUNDS.lasts &&
  (one.depthKm ?? 0) < TSUNAMI_BOUNDS.depthKm &&
  TSUNAMI.some(({ from, km }) => one.magnitude! >= from && isNearSea(one, km));

const AFAD = 'https://www.afad.gov.tr/deprem-aninda-neler-yapmalisiniz';
const ASSEMBLY = 'https://www.turkiye.gov.tr/afet-ve-acil-durum-yonetimi-acil-toplanma-alani-sorgulama';
const NEAMTWS = 'http://neamtic.ioc-unesco.org/what-to-know/what-to-do';

/** Pages of the authorities. */
export const ADVICE_LINKS = { afad: AFAD, assembly: ASSEMBLY };

const koeri = (language: 'tr' | 'en'): string => `http://www.koeri.boun.edu.tr/sismo/2/${language}/`;

const link = (href: string, text: string): Markup => markup`<a href="${href}" rel="noopener">${text}</a>`;

type Language = 'tr' | 'en';

const shakingLines = (language: Language): Markup =>
  language === 'tr'
    ? markup`<li>Sarsıntı sürerken <b>çökün, kapanın, tutunun</b> (${link(AFAD, 'AFAD')}).</li>
<li>Sonra <b>gazı kapatın</b>; kibrit, çakmak yakmayın.</li>
<li>Hasarlı binaya girmeyin; ${link(ASSEMBLY, 'toplanma alanınıza')} gidin.</li>`
    : markup`<li>While it shakes: <b>drop, cover, hold on</b> (${link(AFAD, 'AFAD, Turkish')}).</li>
<li>Then <b>turn off the gas</b>; do not light matches or lighters.</li>
<li>Leave damaged buildings for your ${link(ASSEMBLY, 'assembly area')}.</li>`;

function tsunamiLines(language: Language): Markup {
  const centres = markup`${link(koeri(language), 'Kandilli')}, AFAD, ${link(NEAMTWS, 'NEAMTWS')}`;
  return language === 'tr'
    ? markup`<li class="sea"><b>Kıyıdaysanız:</b> kuvvetli ya da uzun bir sarsıntı hissettiyseniz veya deniz çekildiyse \
<b>hemen yüksek yere çıkın</b>, uyarı beklemeyin; yetkililer izin vermeden dönmeyin.</li>
<li>Tsunami uyarıları için: ${centres}. Biz uyarı vermeyiz.</li>`
    : markup`<li class="sea"><b>At the coast:</b> if the shaking was strong or long, or the sea drew back, \
<b>go to high ground at once</b>. Do not wait for a warning; return only when the authorities allow it.</li>
<li>For tsunami warnings: ${centres}. We give none.</li>`;
}

/** Undefined where there is nothing to say. */
export function adviceMarkup(named: readonly Advised[], now: EpochMs, language: Language): Markup | undefined {
  if (!named.some((one) => isAdvised(one, now))) return undefined;
  const atSea = named.filter((one) => mayRaiseSea(one, now));
  // Inland those who are not at the coast come first.
  const isSeaFirst = atSea.some((one) => isNearSea(one, TSUNAMI[0]!.km));
  const shaking = shakingLines(language);
  const sea = atSea.length > 0 && tsunamiLines(language);
  const lines = isSeaFirst ? [sea, shaking] : [shaking, sea];
  return markup`<details><summary>${summary(isSeaFirst, language)}</summary><ul>${lines}</ul></details>`;
}

/** All that is in sight on low screens, until it is pressed. */
function summary(isSeaFirst: boolean, language: Language): string {
  const [tr, en] = isSeaFirst
    ? ['Kıyıda kuvvetli sarsıldıysanız yükseğe çıkın', 'Strong shaking at the coast? Go to high ground']
    : ['Çökün, kapanın, tutunun: ne yapmalı?', 'Drop, cover, hold on: what to do'];
  return language === 'tr' ? tr! : en!;
}
