/** `/il/istanbul/`: the page of a province, complete without scripts. */
import { spokenPlace } from '#core/place-form.ts';
import { grouped, magnitudeText } from '#core/text.ts';
import { AGENCY_NAMES } from '#core/agencies.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { distanceKm, type Point } from '#core/geo.ts';
import { PROVINCE_FOLDERS, provincePaths } from '#core/paths.ts';
import { provinceOf, type Province } from '#core/provinces.ts';
import { strengthAt } from '#seismology/strength.ts';
import { otherMagnitude } from '#core/unsettled.ts';
import { listItem } from '#core/wire.ts';
import { blastsLeftOut } from '../drawing/blast-texts.ts';
import { headlineWords } from '../drawing/first-screen.ts';
import { foldMarkup, type Folds } from '../drawing/fold.ts';
import { foldAftershocks } from '../drawing/list-of-day.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { depthClass } from '../drawing/palette.ts';
import { provinceMap } from '../drawing/province-map.ts';
import { rowOf, thereOf, whenOf, type Row } from '../drawing/rows.ts';
import { strengthWords } from '../drawing/strength-words.ts';
import { allYearsPage } from './all-years.ts';
import { eventFolder } from './event.ts';
import { agenciesOf } from './home-list.ts';
import { sayIn, type Language, type Say } from './language.ts';
import { provincePath, type ProvincePageContent } from './content.ts';
import { provinceData } from './dataset.ts';
import { factSections } from './province-facts.ts';
import { previewTexts } from './preview-texts.ts';
import { sequenceHref, sequenceLink } from './sequence-link.ts';
import { jsonLd, type PageTexts, prefixOf, PROVINCE_SCRIPT, type Site, type SitePage } from './shell.ts';
import { depthKeys } from './statistics.ts';
import { locative } from '../drawing/turkish.ts';

type Content = ProvincePageContent;

/** Ids. */
const MAP_TITLE = 'province-map';
const SAFETY = 'safety';

const SHOWN = { newest: 12, largest: 10 };

const total = ({ counts }: Content): number => counts.reduce((sum, { count }) => sum + count, 0);

const addressOf = (site: Site, one: Earthquake, language: Language): string =>
  `${prefixOf(site)}/${eventFolder(one, language)}`;

/** From the seat, and how strongly it was felt there. */
function thereFrom(seat: Point, one: Earthquake, say: Say): Pick<Row, 'distance' | 'strength'> {
  const km = distanceKm(one, seat);
  const strength = strengthAt({ ...one, otherMagnitude: otherMagnitude(listItem(one)) }, km);
  const rounded = Math.round(km);
  return {
    distance: say(
      `il merkezine ${grouped(rounded, 'tr')} km`,
      `${grouped(rounded, 'en')} km from the provincial capital`,
    ),
    strength: strength && strengthWords(strength, say),
  };
}

interface Listing {
  /** Absent where there is no place to say distances from. */
  seat?: Point;
  /** What is below some of them. */
  folds?: Folds<Earthquake>;
}

export function rowsOf(
  site: Site,
  language: Language,
  { seat, folds }: Listing,
  earthquakes: readonly Earthquake[],
): Markup {
  const say = sayIn(language);
  const items = earthquakes.map((one) => {
    const agencies = [...new Set(one.solutions.map(({ agency }) => agency))];
    const row = {
      ...one,
      ...(seat && thereFrom(seat, one, say)),
      otherMagnitude: otherMagnitude(listItem(one)),
      place: one.location === one.locationEn ? one.location : say(spokenPlace(one.location), one.locationEn),
      agencies: agencies.map((name) => say(AGENCY_NAMES[name].tr, AGENCY_NAMES[name].en)),
      href: addressOf(site, one, language),
      dot: `depth-${depthClass(one.depthKm)}`,
    };
    const fold = folds?.get(one.id);
    const below = fold && markup`${rowsOf(site, language, seat ? { seat } : {}, fold.folded)}`;
    return markup`<li>${rowOf(row, { language, say })}${fold && foldMarkup({ ...one, sequenceHref: sequenceHref(site, one, language) }, fold, { speech: { say }, known: 'none', rows: below })}</li>`;
  });
  return markup`<ol class="rows">${items}</ol>`;
}

function lead(site: Site, content: Content, language: Language): Markup {
  const { province, foremost, newest, blasts } = content;
  const [count, say] = [total(content), sayIn(language)];
  const first = foremost?.headline ?? newest[0];
  const place = first && say(spokenPlace(first.location), first.locationEn);
  const words = first === newest[0] ? say('Son deprem', 'Latest') : headlineWords({ say });
  return markup`<h1>${say(`${province.name} depremleri`, `Earthquakes in ${province.name}`)}</h1>
<p class="large">${
    first
      ? markup`${words}: <a href="${addressOf(site, first, language)}"><b>M ${magnitudeText(first.magnitude, language)}</b>, ${place}</a>, \
${whenOf(first, { language, say })}${thereOf(thereFrom(province, first, say))}`
      : say(
          `Katalogda ${locative(province.name)} deprem kaydı yok.`,
          `The catalogue has no earthquake in ${province.name}.`,
        )
  }</p>
${foremost && foremost.pinned.length > 0 && rowsOf(site, language, { seat: content.province }, foremost.pinned)}
${foremost && sequenceLink(site, [foremost.headline, ...foremost.pinned], language)}
<p class="hint">${
    first &&
    markup`${say(
      'Sarsıntı, il merkezi ve ortalama zemin için tahmindir.',
      'Shaking is estimated for the provincial capital, on average ground.',
    )} `
  }${
    count > 0 &&
    markup`${say(`${grouped(count, 'tr')} deprem kayıtlı.`, `${grouped(count, 'en')} earthquakes are recorded.`)} `
  }${
    blasts.count > 0 &&
    markup`${say(
      `Olası patlatmalar (${grouped(blasts.count, 'tr')}) bu sayıya katılmadı.`,
      `Probable blasts (${grouped(blasts.count, 'en')}) are not among them.`,
    )} `
  }<a href="#${SAFETY}">${say('Sarsıntı hissettiyseniz ne yapmalısınız?', 'Felt shaking? What to do')}</a></p>`;
}

/** Those of both lists, and the headline in the province. */
function mappedOf({ province, foremost, newest, largest }: Content): Earthquake[] {
  const named = foremost?.headline.provinceCode === province.code ? [foremost.headline] : [];
  const listed = [...named, ...newest.slice(0, SHOWN.newest), ...largest.slice(0, SHOWN.largest)];
  return [...new Map(listed.map((one) => [one.id, one])).values()];
}

/** The same in both languages. */
function mapOf(content: Content): Markup {
  const { province, area } = content;
  const earthquakes = mappedOf(content);
  const seats = [province.name, ...area.neighbours].map((name) => provinceOf(name)!);
  return provinceMap({ area, earthquakes, seats, labelledBy: MAP_TITLE });
}

function mapSection(site: Site, language: Language, content: Content, map: Markup): Markup {
  const { name, code } = content.province;
  const mapped = mappedOf(content);
  const say = sayIn(language);
  const allYears = `${prefixOf(site)}${allYearsPage.path[language]}?province=${code}`;
  return markup`<section class="block"><h2 id="${MAP_TITLE}">${say(
    `${name} haritası: son ve en büyük depremler, diri faylar`,
    `Map of ${name}: latest and largest earthquakes, active faults`,
  )}</h2>
${map}
<p class="hint depths">${say('Renk: derinlik', 'Colour: depth')} ${depthKeys(
    mapped,
    say('bilinmiyor', 'unknown'),
  )}<span class="named"><span class="key fault"></span>\
${say('diri fay', 'active fault')}</span></p>
<p><a href="${allYears}">${say('Tüm yılların depremleri haritada', 'Earthquakes of all years on the map')}</a></p></section>`;
}

function mainOf(site: Site, language: Language, content: Content, map: Markup): Markup {
  const { province, newest, largest } = content;
  const say = sayIn(language);
  const index = `${prefixOf(site)}/${PROVINCE_FOLDERS[language]}/`;
  const list = (title: string, earthquakes: readonly Earthquake[]): Markup | false =>
    earthquakes.length > 0 &&
    markup`<section class="block"><h2>${title}</h2>${rowsOf(site, language, { seat: province }, earthquakes)}</section>`;
  return markup`<main id="main" class="narrow" tabindex="-1" data-province="${province.code}">
<p class="hint"><a href="${index}">${say('Tüm iller', 'All provinces')}</a></p>
<div data-live>${lead(site, content, language)}</div>
<div data-live>${newest.length > 0 && newestSection(site, language, content)}</div>
${blastsPart(site, language, content)}
${mapSection(site, language, content, map)}
<div data-live>${list(say('Kayıtlardaki en büyük depremler', 'Largest earthquakes on record'), largest.slice(0, SHOWN.largest))}</div>
<div id="${SAFETY}">${factSections(site, language, content)}</div>
<section class="block"><h2>${say('Veri', 'Data')}</h2><p>${dataLinks(site, province)}</p></section>
</main>`;
}

/**
 * The newest, with aftershocks below the main shocks of the last week. The moment of the newest is now: the page stays
 * the same until another earthquake is there.
 */
function newestSection(site: Site, language: Language, content: Content): Markup {
  const { newest, foremost } = content;
  const mains = foremost ? [foremost.headline, ...foremost.pinned] : [];
  const all = [
    ...new Map([...mains, ...newest].map((one) => [one.id, { ...one, agencies: agenciesOf(one) }])).values(),
  ];
  const { rows: own, folds } = foldAftershocks(
    all.toSorted((a, b) => b.time - a.time || b.id - a.id),
    newest[0]!.time,
  );
  const ids = new Set(newest.map(({ id }) => id));
  const shown = own.filter(({ id }) => ids.has(id) || folds.has(id)).slice(0, SHOWN.newest);
  const title = sayIn(language)('Son depremler', 'Latest earthquakes');
  const list = rowsOf(site, language, { seat: content.province, folds }, shown);
  return markup`<section class="block"><h2>${title}</h2>${list}</section>`;
}

/** Those since the oldest of the list, or where it is not full, the newest; open where the address asks for it. */
function blastsPart(site: Site, language: Language, content: Content): Markup | false {
  const { blasts, newest } = content;
  const since = newest.length < SHOWN.newest ? -Infinity : newest[SHOWN.newest - 1]!.time;
  const recent = blasts.newest.filter(({ time }) => time >= since);
  const isMore = recent.length === blasts.newest.length && blasts.count > recent.length;
  const [tr, en] = [grouped(recent.length, 'tr'), grouped(recent.length, 'en')].map((one) =>
    isMore ? `${one}+` : one,
  );
  return (
    recent.length > 0 &&
    markup`<details class="block" id="blasts"><summary>${sayIn(language)(
      blastsLeftOut(tr!)[0],
      blastsLeftOut(en!)[1],
    )}</summary>${rowsOf(site, language, { seat: content.province }, recent)}</details>`
  );
}

function dataLinks(site: Site, { code }: Province): Markup {
  const { json, geojson, rss } = provincePaths(code);
  const link = (path: string, name: string): Markup => markup`<a href="${prefixOf(site)}/${path}">${name}</a>`;
  return markup`${link(json, 'JSON')} · ${link(geojson, 'GeoJSON')} · ${link(rss, 'RSS')}`;
}

export function provincePage(content: Content): SitePage {
  const { province, picture, foremost } = content;
  const { name, code } = province;
  const map = mapOf(content);
  const texts: PageTexts = {
    title: { tr: `${name} depremleri`, en: `Earthquakes in ${name}` },
    description: {
      tr: `${locative(name)} son depremler, kayıtlardaki en büyük depremler, yıllara göre sayıları, diri faylar ve istasyonlar.`,
      en: `Latest and largest earthquakes in ${name}, Türkiye; counts by year, active faults and seismic stations.`,
    },
  };
  return {
    ...texts,
    path: provincePath(province),
    preview: () => previewTexts(texts, foremost?.headline),
    script: PROVINCE_SCRIPT,
    main: (site, language) => mainOf(site, language, content, map),
    head: (site, language) => markup`<link rel="alternate" type="application/rss+xml" title="${sayIn(language)(
      `${name} depremleri`,
      `Earthquakes in ${name}`,
    )}" href="${prefixOf(site)}/${provincePaths(code).rss}">
${jsonLd(provinceData(site, language, content))}`,
    ...(picture === undefined ? {} : { pictures: { tr: picture, en: picture } }),
  };
}
