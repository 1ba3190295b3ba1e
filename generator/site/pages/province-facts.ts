/** Sections of a province's page in one language: counts, completeness, faults, stations, neighbours, what to do. */
import { grouped, numberText } from '#core/text.ts';
import { AGENCY_NAMES } from '#core/agencies.ts';
import { distanceKm } from '#core/geo.ts';
import { provinceOf } from '#core/provinces.ts';
import { ADVICE_LINKS } from '../drawing/advice.ts';
import { barChart } from '../drawing/charts.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { sayIn, type Language } from './language.ts';
import { provincePath, type ProvincePageContent } from './content.ts';
import { prefixOf, type Site } from './shell.ts';
import { locative } from '../drawing/turkish.ts';

type Content = ProvincePageContent;

const section = (title: string, body: Markup): Markup =>
  markup`<section class="block"><h2>${title}</h2>${body}</section>`;

const countIn = ({ counts }: Content, of: (year: number, band: number) => boolean): number =>
  counts.reduce((sum, { year, band, count }) => sum + (of(year, band) ? count : 0), 0);

/** The first year of the chart. */
const CHARTED_FROM = 1990;

function yearsSection(content: Content, language: Language): Markup | undefined {
  const say = sayIn(language);
  const newest = content.counts.at(-1)?.year ?? 0;
  if (countIn(content, (year, band) => year >= CHARTED_FROM && band >= 3) === 0) return undefined;
  const bars = Array.from({ length: newest - CHARTED_FROM + 1 }, (_, index) => {
    const year = CHARTED_FROM + index;
    const value = countIn(content, (one, band) => one === year && band >= 3);
    const part = countIn(content, (one, band) => one === year && band >= 4);
    return { label: `${year}: M ≥ 3: ${value}, M ≥ 4: ${part}`, value, part, tick: year % 5 === 0 ? String(year) : '' };
  });
  const title = say('Yıllara göre M 3 ve üzeri depremler', 'Earthquakes of M 3 and above by year');
  return section(
    title,
    markup`<p class="hint"><span class="key whole"></span>M ≥ 3 <span class="key part"></span>M ≥ 4</p>
${barChart({ title, bars, name: (value) => grouped(value, language) })}`,
  );
}

/** First years of the periods of the table. */
const PERIODS = [-Infinity, 1900, 1950, 1970, 1990, 2000, 2010, 2020];
const CLASSES = [
  { name: 'M < 2', from: 1, to: 1 },
  { name: '2–3', from: 2, to: 2 },
  { name: '3–4', from: 3, to: 3 },
  { name: '4–5', from: 4, to: 4 },
  { name: '≥ 5', from: 5, to: 9 },
];

function periodsTable(content: Content, language: Language): Markup {
  const say = sayIn(language);
  const rows = PERIODS.flatMap((from, index) => {
    const until = PERIODS[index + 1] ?? Infinity;
    const inPeriod = (year: number): boolean => year >= from && year < until;
    const cells = CLASSES.map((one) =>
      countIn(content, (year, band) => inPeriod(year) && band >= one.from && band <= one.to),
    );
    const isBlank = cells.every((count) => count === 0);
    if (isBlank && (from < 1950 || index === PERIODS.length - 1)) return [];
    const name =
      from === -Infinity ? say(`${until} öncesi`, `before ${until}`) : `${from}–${until === Infinity ? '' : until - 1}`;
    const values = cells.map((count) => markup`<td>${count === 0 ? '–' : grouped(count, language)}</td>`);
    return [markup`<tr><th scope="row"><span>${name}</span></th>${values}</tr>`];
  });
  return markup`<div class="scrolled" tabindex="0" role="region" \
aria-label="${say('Yıllara göre depremler', 'Earthquakes by year')}"><table class="shares"><thead><tr><th scope="col">${say('Yıllar', 'Years')}</th>\
${CLASSES.map(({ name }) => markup`<th scope="col">${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`;
}

function completenessSection(content: Content, language: Language): Markup | undefined {
  if (content.counts.length === 0) return undefined;
  const say = sayIn(language);
  const words = content.completeSince.map(({ minMagnitude, year }) =>
    say(
      `M ${numberText(minMagnitude, 'tr')} ve üzeri ${year} yılından beri`,
      `M ${minMagnitude} and above since ${year}`,
    ),
  );
  const verdict =
    words.length > 0
      ? say(`Kayıtlar eksiksiz görünüyor: ${words.join('; ')}.`, `The records appear complete: ${words.join('; ')}.`)
      : say(
          'Kayıtların ne zamandan beri eksiksiz olduğunu söylemek için deprem sayısı yetersiz.',
          'There are too few earthquakes to tell since when the records are complete.',
        );
  const rule = say(
    'Bu bir tahmindir: küçük depremler, daha büyüklerin en az üç katı değilse bir kısmı kaydedilmemiş sayılır. ' +
      'Sayıların yıllar içinde artması çoğunlukla istasyonların artmasındandır.',
    'This is an estimate: where small earthquakes are fewer than three times the larger ones, some are taken as ' +
      'unrecorded. Counts grow over the years mostly because there are more stations.',
  );
  return section(
    say('Kayıtlar ne zamandan beri tam?', 'Since when are the records complete?'),
    markup`<p>${verdict}</p><p class="hint">${rule}</p>${periodsTable(content, language)}`,
  );
}

const link = (address: string, name: string): Markup => markup`<a href="${address}" rel="noopener">${name}</a>`;

function faultsSection({ area: { crossing }, province }: Content, language: Language): Markup {
  const say = sayIn(language);
  const { count } = crossing;
  const km = grouped(Math.round(crossing.km), language);
  const found =
    count === 0
      ? say(
          'GEM veri tabanında bu ilden geçen diri fay yok. Çevredeki faylarda olan depremler burada da hissedilebilir.',
          'No active fault of the GEM database crosses this province. Earthquakes on faults around it can be felt here too.',
        )
      : say(
          `GEM veri tabanındaki diri faylardan ${count} parça ${province.name} ilinden geçiyor; ildeki toplam uzunlukları ${km} km.`,
          `${count} ${count === 1 ? 'trace of an active fault crosses' : 'traces of active faults cross'} this province by the GEM database, ${km} km in all.`,
        );
  const source = link('https://doi.org/10.1177/8755293020944182', 'GEM Global Active Faults');
  const official = link('https://yerbilimleri.mta.gov.tr/', 'MTA');
  return section(
    say('Diri faylar', 'Active faults'),
    markup`<p>${found}</p><p class="hint">${source}, Styron & Pagani (2020), CC BY-SA 4.0. \
${say('Bu veride fayların adı yoktur. Fay adlarını da gösteren resmî diri fay haritası:', 'Our copy has no names; the official map of active faults with names:')} \
${official}.</p>`,
  );
}

const STATIONS = 6;

function stationsSection({ province, stations }: Content, language: Language): Markup | undefined {
  const say = sayIn(language);
  const nearest = stations
    .map((station) => ({ ...station, km: distanceKm(province, station) }))
    .sort((a, b) => a.km - b.km)
    .slice(0, STATIONS);
  if (nearest.length === 0) return undefined;
  const items = nearest.map(
    ({ network, code, name, source, km }) =>
      markup`<li><b>${network} ${code}</b><span>${name}, ${AGENCY_NAMES[source][language]}</span><span>${km.toFixed(0)} km</span></li>`,
  );
  return section(
    say('Yakındaki deprem istasyonları', 'Nearby seismic stations'),
    markup`<p class="hint">${say('İl merkezine uzaklık', 'Distance from the provincial capital')}</p>
<ol class="near stations">${items}</ol>`,
  );
}

function neighboursSection(site: Site, { area }: Content, language: Language): Markup {
  const items = area.neighbours.map((name) => {
    const path = provincePath(provinceOf(name)!)[language];
    return markup`<li><a href="${prefixOf(site)}${path}">${name}</a></li>`;
  });
  return section(sayIn(language)('Komşu iller', 'Neighbouring provinces'), markup`<ul class="places">${items}</ul>`);
}

function safetySection({ province }: Content, language: Language): Markup {
  const say = sayIn(language);
  const rules = say(
    [
      'Sarsıntı sürerken çökün, kapanın, tutunun. Pencereden ve devrilebilecek eşyadan uzak durun; merdivene, asansöre koşmayın.',
      'Sarsıntı bitince gazı kapatın, açık alana çıkın, hasarlı binaya girmeyin. Artçılara hazırlıklı olun. Acil durumda 112’yi arayın.',
    ],
    [
      'While it shakes: drop, cover, hold on. Keep away from windows and from what may fall; do not run to the stairs or lifts.',
      'Afterwards turn off the gas, go to open ground and stay out of damaged buildings. Be ready for aftershocks. Call 112 in an emergency.',
    ],
  );
  const links = [
    link(ADVICE_LINKS.afad, say('AFAD: deprem anında ne yapmalı', 'AFAD: what to do in an earthquake (Turkish)')),
    link(
      ADVICE_LINKS.assembly,
      say(`${locative(province.name)}ki toplanma alanları (e-Devlet)`, 'Assembly areas (e-Devlet, Turkish)'),
    ),
    link(
      'https://tdth.afad.gov.tr/',
      say('AFAD: Türkiye deprem tehlike haritası', 'AFAD: seismic hazard map of Türkiye'),
    ),
  ];
  return section(
    say('Ne yapmalı?', 'What to do'),
    markup`${rules.map((rule) => markup`<p>${rule}</p>`)}<ul class="links">${links.map((one) => markup`<li>${one}</li>`)}</ul>`,
  );
}

export const factSections = (site: Site, language: Language, content: Content): Markup =>
  markup`${safetySection(content, language)}
${yearsSection(content, language)}
${completenessSection(content, language)}
${faultsSection(content, language)}
${stationsSection(content, language)}
${neighboursSection(site, content, language)}`;
