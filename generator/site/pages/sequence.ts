/** `/dizi/…/`: the page of a sequence, complete without scripts. */
import { bothTimes, hasTurkishTime, turkishWords, utcWords } from '#core/date-words.ts';
import { spokenPlace } from '#core/place-form.ts';
import { grouped, magnitudeText } from '#core/text.ts';
import { DAY, formatDay, HOUR, type EpochMs } from '#core/time.ts';
import { sequenceDataPath } from '#core/paths.ts';
import { doubtOfEarthquake, inBrackets, otherMagnitude } from '#core/unsettled.ts';
import { listItem } from '#core/wire.ts';
import { chartCounts, sequencePath, type Counts, type SequenceContent } from '#seismology/sequence-content.ts';
import { barChart } from '../drawing/charts.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { noteOf, whenOf } from '../drawing/rows.ts';
import { eventFolder, nameIn } from './event.ts';
import { DOCS } from './footer.ts';
import { sayIn, type Both, type Language } from './language.ts';
import { rowsOf } from './province.ts';
import { forecastSection } from './sequence-forecast.ts';
import { prefixOf, type Site, type SitePage } from './shell.ts';

/** `144 artçı, en büyüğü 4.6`. */
function countWords({ aftershocks, largest }: SequenceContent, language: Language): string {
  const say = sayIn(language);
  const [count, first] = [grouped(aftershocks.length, language), largest[0]];
  if (!first) return say('Henüz artçı kaydedilmedi', 'No aftershocks recorded yet');
  const doubt = inBrackets(doubtOfEarthquake(first, language));
  const size = `${magnitudeText(first.magnitude, language)}${doubt}`;
  return aftershocks.length === 1
    ? say(`1 artçı, M ${size}`, `1 aftershock, M ${size}`)
    : say(`${count} artçı, en büyüğü M ${size}`, `${count} aftershocks, the largest M ${size}`);
}

function lead(site: Site, content: SequenceContent, language: Language): Markup {
  const { main, aftershocks } = content;
  const say = sayIn(language);
  const name = nameIn(main, language);
  const href = `${prefixOf(site)}/${eventFolder(main, language)}`;
  const last = aftershocks.at(-1);
  const row = { ...main, eventType: main.eventType, otherMagnitude: otherMagnitude(listItem(main)), agencies: [] };
  const note = noteOf(row, { language, say });
  return markup`<p class="hint">${say('Deprem dizisi', 'Earthquake sequence')}</p>
<h1><a href="${href}"><span class="mag high">${magnitudeText(main.magnitude, language)}</span> <span class="where">${say(
    spokenPlace(main.location),
    main.locationEn,
  )}</span></a></h1>
<p>${name !== undefined && markup`<b>${name}</b> · `}${bothTimes(main.time, main.precision, language)}\
${note !== undefined && markup` · <strong>${note}</strong>`}</p>
<p class="large">${countWords(content, language)}${
    last &&
    markup`; ${say('sonuncusu', 'the last')} ${whenOf({ time: last.time, precision: 'minute' }, { language, say })}`
  }</p>`;
}

const UNIT_WORDS = new Map<EpochMs, [tr: string, en: string]>([
  [HOUR, ['saat', 'hour']],
  [DAY, ['gün', 'day']],
  [7 * DAY, ['hafta', 'week']],
]);

const UNIT_TITLES = new Map<EpochMs, string>([
  [HOUR, 'Saat saat, ilk üç gün'],
  [DAY, 'Gün gün'],
  [7 * DAY, 'Hafta hafta'],
]);

/** As many ticks as fit below the bars of a phone. */
const MOST_TICKS = 6;
/** Round numbers of hours, days and weeks. */
const STEPS = [1, 2, 5, 6, 12, 20, 26, 52];

function chart({ unit, bins }: Counts, language: Language): Markup {
  const say = sayIn(language);
  const [tr, en] = UNIT_WORDS.get(unit)!;
  const step = STEPS.find((one) => bins.length <= one * MOST_TICKS) ?? STEPS.at(-1)!;
  const bars = bins.map(({ count, large }, index) => ({
    label: say(
      `${index + 1}. ${tr}: ${count}, M 3 ve üzeri ${large}`,
      `${en} ${index + 1}: ${count}, M 3 and above ${large}`,
    ),
    ...{ value: count, part: large, tick: index % step === 0 ? String(index) : '' },
  }));
  const title = say(`Ana şoktan sonra her ${tr} kaç deprem oldu`, `Earthquakes in each ${en} after the main shock`);
  const name = (value: number): string => grouped(value, language);
  return markup`<h3>${say(UNIT_TITLES.get(unit)!, `By ${en}`)}</h3>
<p class="hint">${say(`Yatay eksen: ana şoktan sonra geçen ${tr}.`, `Horizontal axis: ${en}s since the main shock.`)}</p>
${barChart({ title, bars, name })}`;
}

function charts(content: SequenceContent, language: Language): Markup | false {
  const say = sayIn(language);
  const counts = chartCounts(content).filter(({ bins }) => bins.length > 0);
  return (
    counts.length > 0 &&
    markup`<section class="block"><h2>${say('Artçıların sayısı', 'Number of aftershocks')}</h2>
<p class="hint"><span class="key whole"></span>${say('tümü', 'all')} <span class="key part"></span>${say('M 3 ve üzeri', 'M 3 and above')}</p>
${counts.map((one) => chart(one, language))}</section>`
  );
}

function map(picture: Markup, language: Language): Markup {
  const say = sayIn(language);
  return markup`<section class="block"><h2 id="${MAP_TITLE}">${say('Dizinin haritası', 'Map of the sequence')}</h2>
${picture}
<p class="hint depths"><span class="named"><span class="key main"></span>${say('ana şok', 'main shock')}</span>\
<span class="named"><span class="key after"></span>${say('M 4 ve üzeri', 'M 4 and above')}</span>\
<span class="named"><span class="key dot"></span>${say('daha küçük', 'smaller')}</span>\
<span class="named"><span class="key fault"></span>${say('diri fay', 'active fault')}</span></p></section>`;
}

function listed(site: Site, content: SequenceContent, language: Language): Markup {
  const say = sayIn(language);
  const { foreshocks, largest, largestForeshocks, neighbours } = content;
  const part = (title: string, earthquakes: SequenceContent['largest'], hint?: string): Markup | false =>
    earthquakes.length > 0 &&
    markup`<section class="block"><h2>${title}</h2>${hint !== undefined && markup`<p class="hint">${hint}</p>`}\
${rowsOf(site, language, {}, earthquakes)}</section>\n`;
  const count = grouped(foreshocks.length, language);
  return markup`${part(say('En büyük artçılar', 'Largest aftershocks'), largest)}${part(
    say('Öncü depremler', 'Foreshocks'),
    largestForeshocks,
    say(`Ana şoktan önce yakınında ${count} deprem kayıtlı.`, `Recorded nearby before the main shock: ${count}.`),
  )}${part(
    say('Yakındaki diğer deprem dizileri', 'Other sequences nearby'),
    neighbours,
    say(
      'Her biri ayrı bir ana şoktur; artçıları burada sayılmaz.',
      'Each is a main shock of its own. Its aftershocks are not counted here.',
    ),
  )}`;
}

function method(site: Site, { main }: SequenceContent, language: Language): Markup {
  const say = sayIn(language);
  const prefix = prefixOf(site);
  const data = `${prefix}/${sequenceDataPath(formatDay(main.time), main.slug)}`;
  return markup`<section class="block"><h2>${say('Nasıl belirlenir?', 'How it is determined')}</h2>
<p>${say(
    'Ana şoktan sonra, büyüklüğe bağlı bir süre ve uzaklık içinde olan depremler (Gardner ve Knopoff 1974). ' +
      'Patlatmalar sayılmaz. Büyük bir depremi izleyen saatlerde kurumların listelerinde küçük depremlerin bir kısmı eksiktir.',
    'Earthquakes after the main shock, within a time and distance that depend on magnitude (Gardner and Knopoff 1974). ' +
      'Blasts are not counted. In the hours after a great earthquake, the lists of the agencies lack some of the small ones.',
  )}</p>
<p><a href="${data}">JSON</a> · <a href="${prefix}${DOCS[language]}">${say('Veri ve yöntem', 'Data and method')}</a></p></section>`;
}

interface Drawn {
  /** The map of the sequence. */
  map: Markup;
  /** Of the main shock, for previews; paths in `dist/`. */
  pictures: Partial<Both>;
}

/** Id of the element that names the map. */
export const MAP_TITLE = 'sequence-map';

export function sequencePage(content: SequenceContent, drawn: Drawn): SitePage {
  const { main } = content;
  const dayIn = (language: Language): string =>
    (hasTurkishTime(main.time, main.precision) ? turkishWords : utcWords)(main.time, 'day', language);
  const sizeIn = (language: Language): string => `M ${magnitudeText(main.magnitude, language)}`;
  return {
    path: { tr: `/${sequencePath(main, 'tr')}`, en: `/${sequencePath(main, 'en')}` },
    title: {
      tr: `${sizeIn('tr')} ${spokenPlace(main.location)}, ${dayIn('tr')}: artçılar`,
      en: `${sizeIn('en')} ${main.locationEn}, ${dayIn('en')}: aftershocks`,
    },
    description: {
      tr: `${countWords(content, 'tr')}. Saat saat sayıları, haritası ve en büyükleri.`,
      en: `${countWords(content, 'en')}. Counts by hour, map and the largest ones.`,
    },
    script: 'page.ts',
    main: (site, language) => markup`<main id="main" class="narrow sequence-page" tabindex="-1">
${lead(site, content, language)}
${forecastSection(content, language)}
${charts(content, language)}
${map(drawn.map, language)}
${listed(site, content, language)}
${method(site, content, language)}
</main>`,
    pictures: drawn.pictures,
  };
}

/** The page in place of another address of a sequence; for hosts without redirections. */
export function sequenceRedirection(site: Site, main: SequenceContent['main'], language: Language): Buffer {
  const say = sayIn(language);
  const path = sequencePath(main, language);
  const address = `${prefixOf(site)}/${path}`;
  return Buffer.from(
    markup`<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${say('Deprem dizisi', 'Earthquake sequence')}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="0; url=${address}"><link rel="canonical" href="${site.settings.baseUrl}/${path}"></head>
<body><p><a href="${address}">${say('Bu dizinin sayfası', 'The page of this sequence')}: M ${magnitudeText(main.magnitude, language)} ${say(spokenPlace(main.location), main.locationEn)}</a></p></body></html>
`.toString(),
  );
}
