/** What a stored page of an earthquake says without scripts: facts, solutions and estimated shaking. */
import { AGENCY_NAMES, agencyPage } from '#core/agencies.ts';
import { isProbableBlast } from '#core/blasts.ts';
import { isDate, utcWords } from '#core/date-words.ts';
import type { Earthquake, Solution } from '#core/earthquake.ts';
import { ESTIMATED_MW, intensityDeviation, MAX_KM, shakingOf, type ShakingSource } from '#seismology/shaking.ts';
import { provinceAddress } from '#core/paths.ts';
import { provinceWithCode, type Province } from '#core/provinces.ts';
import { magnitudeSource } from '#core/record/values.ts';
import { sourceWords } from '#core/source-words.ts';
import { kilometresIn as kilometres } from '#core/event-titles.ts';
import { coordinateText, decimal, grouped, magnitudeText } from '#core/text.ts';
import { surenessInFull } from '#core/unsettled.ts';
import { listItem } from '#core/wire.ts';
import { blastSentence } from '../drawing/blast-texts.ts';
import { SHAKING_TEXTS } from '../drawing/shaking-texts.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { measuredAt, reachesOf, seatsOf, type IntensityClass } from '../drawing/shaking-table.ts';
import { sayIn, type Language } from './language.ts';
import { prefixOf, type Site } from './shell.ts';

export const table = (label: string, heads: readonly string[], rows: readonly (string | Markup)[][]): Markup =>
  markup`<div class="scrolled" tabindex="0" role="region" aria-label="${label}"><table><thead><tr>${heads.map((head) => markup`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows.map(
    ([first, ...rest]) => markup`<tr><th scope="row">${first}</th>${rest.map((cell) => markup`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;

function facts(site: Site, earthquake: Earthquake, language: Language): Markup {
  const say = sayIn(language);
  const { depthKm, solutions } = earthquake;
  const deaths = solutions.find((one) => one.deaths !== undefined)?.deaths;
  const province = provinceWithCode(earthquake.provinceCode);
  const note = surenessInFull(earthquake, language);
  const sources = sourceWords({ magnitudeSource: magnitudeSource(earthquake), source: earthquake.source }, language);
  const rows: [string, string | Markup][] = [
    ...(note === undefined ? [] : [[say('Büyüklük', 'Magnitude'), note] as [string, string]]),
    ...(sources === undefined ? [] : [[say('Kaynak', 'Source'), sources] as [string, string]]),
    [say('Derinlik', 'Depth'), depthKm === null ? say('bilinmiyor', 'unknown') : kilometres(depthKm, language)],
    [say('Merkez üssü', 'Epicentre'), coordinateText(earthquake, language)],
    ...(deaths === undefined ? [] : [[say('Can kaybı', 'Deaths'), grouped(deaths, language)] as [string, string]]),
    ...(province ? [[say('İl', 'Province'), provinceLink(site, province, language)] as [string, Markup]] : []),
  ];
  return markup`<dl class="facts">${rows.map(([term, value]) => markup`<div><dt>${term}</dt><dd>${value}</dd></div>`)}</dl>`;
}

const provinceLink = (site: Site, { name, slug }: Province, language: Language): Markup =>
  markup`<a href="${prefixOf(site)}/${provinceAddress(slug, language)}">${name}</a>`;

function named({ agency, eventId }: Solution, language: Language): string | Markup {
  const [name, page] = [AGENCY_NAMES[agency][language], agencyPage(agency, eventId)];
  return page === undefined ? name : markup`<a href="${page}" rel="noopener">${name}</a>`;
}

function solutionsTable({ solutions }: Earthquake, language: Language): Markup {
  const say = sayIn(language);
  const isDates = solutions.every(({ precision }) => isDate(precision));
  const time = isDates ? say('Tarih', 'Date') : say('Oluş zamanı (UTC)', 'Origin time (UTC)');
  const heads = say(
    ['Kurum', 'Büyüklük', time, 'Derinlik', 'Merkez üssü'],
    ['Agency', 'Magnitude', time, 'Depth', 'Epicentre'],
  );
  const sizeOf = ({ magnitudes: [lead] }: Solution): string =>
    lead ? `${magnitudeText(lead.value, language)} ${lead.type ?? ''}` : '–';
  const rows = solutions.map((one) => [
    named(one, language),
    sizeOf(one),
    utcWords(one.time, one.precision, language),
    one.depthKm === null ? '–' : kilometres(one.depthKm, language),
    coordinateText(one, language),
  ]);
  const title = say('Kurumların çözümleri', 'Solutions of the agencies');
  return markup`<section class="block"><h2>${title}</h2>
${table(title, heads, rows)}</section>`;
}

type Translate = (key: keyof typeof SHAKING_TEXTS, ...values: string[]) => string;

function shaking(earthquake: Earthquake, language: Language): Markup | undefined {
  const found = shakingOf(listItem(earthquake));
  if (found === undefined) return undefined;
  const t: Translate = (key, ...values) =>
    SHAKING_TEXTS[key][language === 'tr' ? 0 : 1].replace(
      /\{(\d)\}/g,
      (_, index: string) => values[Number(index)] ?? '',
    );
  const at = measuredAt(earthquake);
  const measured = at && markup`<p>${t(at.text)} <a href="${at.url}" rel="noopener">${at.name}</a></p>`;
  if (typeof found === 'string')
    return markup`<section class="block"><h2>${t('without')}</h2>
<p class="hint">${t(found, decimal(ESTIMATED_MW[1], 1, language))}</p>${measured}</section>`;
  const { mw, depthKm } = found;
  const deviation = decimal(intensityDeviation(depthKm), 1, language);
  return markup`<section class="block"><h2>${t('title')}</h2>
<p class="hint">${t('hint', decimal(mw, 1, language), kilometres(depthKm, language), deviation)}</p>${measured}
${shakingTables(earthquake, found, { t, language })}</section>`;
}

function shakingTables(
  earthquake: Earthquake,
  source: ShakingSource,
  { t, language }: { t: Translate; language: Language },
): Markup {
  const nameOf = (name: IntensityClass): string => (name === 'none' ? t(name) : `${name} · ${t(name)}`);
  const reaches = reachesOf(source).map(({ name, km }) => [
    nameOf(name),
    km === Infinity ? t('beyond', String(MAX_KM)) : t('upTo', km.toFixed(0)),
  ]);
  const seats = seatsOf(earthquake, source).map(({ seat, km, name }) => [seat, kilometres(km, language), nameOf(name)]);
  return markup`<div class="columns">${table(t('reach'), [t('class'), t('reach')], reaches)}${
    seats.length > 0 && table(t('seat'), [t('seat'), t('distance'), t('class')], seats)
  }</div>`;
}

/** In the language of the address alone. */
export const eventFacts = (site: Site, earthquake: Earthquake, language: Language): Markup =>
  markup`<div class="${language}" lang="${language}">${
    isProbableBlast(earthquake) &&
    markup`<p class="notice">${sayIn(language)(...blastSentence(earthquake.blastProbability!))}</p>`
  }${facts(site, earthquake, language)}
${solutionsTable(earthquake, language)}
${shaking(earthquake, language)}</div>`;
