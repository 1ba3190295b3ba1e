/** `/istatistik/`: pictures of the last weeks and of the last year, drawn when `dist/` is made. */
import type { Agency } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import { formatDay } from '#core/time.ts';
import { barChart } from '../drawing/bars.ts';
import type { Site } from './shell.ts';
import { footer, page } from './shell.ts';

/** Counts over listed earthquakes. */
export interface Statistics {
  /** UTC days, the oldest first; the last one is today. */
  days: { day: EpochMs; total: number; felt: number }[];
  /** From which magnitude on an earthquake is `felt`. */
  feltFrom: number;
  /** Last 365 days, by least magnitude of a band, inclusive; below the first bound, null. */
  bands: { from: number | null; count: number }[];
  agencies: { name: Agency; count: number }[];
  total: number;
}

type Language = 'tr' | 'en';

const MONTHS: Record<Language, string[]> = {
  tr: ['Oca', 'Şub', 'Mar', 'Nis', 'May', 'Haz', 'Tem', 'Ağu', 'Eyl', 'Eki', 'Kas', 'Ara'],
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
};

function dayText(day: EpochMs, language: Language): string {
  const [, month, date] = formatDay(day).split('-').map(Number);
  return `${date} ${MONTHS[language][month! - 1]}`;
}

const grouped = (value: number, language: Language): string =>
  String(value).replace(/\B(?=(?:\d{3})+$)/g, language === 'tr' ? '.' : ',');

function daysChart({ days, feltFrom }: Statistics, language: Language): string {
  const title = {
    tr: `Son ${days.length} günde günlük deprem sayısı`,
    en: `Earthquakes a day over the last ${days.length} days`,
  }[language];
  const bars = days.map(({ day, total, felt }, index) => ({
    label: `${dayText(day, language)}: ${total}, M ≥ ${feltFrom}: ${felt}`,
    value: total,
    part: felt,
    tick: (days.length - 1 - index) % 10 === 0 ? dayText(day, language) : '',
  }));
  return barChart({ title, bars });
}

function bandsChart({ bands }: Statistics, language: Language): string {
  const title = {
    tr: 'Son 365 günde büyüklük aralıklarına göre deprem sayısı, logaritmik',
    en: 'Earthquakes of the last 365 days by magnitude, logarithmic',
  }[language];
  const bars = bands.map(({ from, count }, index) => {
    const next = bands[index + 1]?.from;
    const name = from === null ? `< ${next}` : next === undefined ? `≥ ${from}` : `${from}–${next}`;
    return { label: `M ${name}: ${count}`, value: count, tick: `M ${name}` };
  });
  return barChart({ title, bars, values: true, logarithmic: true });
}

const NAMES: Record<Agency, { tr: string; en: string }> = {
  kandilli: { tr: 'Kandilli', en: 'Kandilli' },
  afad: { tr: 'AFAD', en: 'AFAD' },
  usgs: { tr: 'USGS', en: 'USGS' },
  turhec: { tr: 'TURHEC', en: 'TURHEC' },
  historical: { tr: 'Tarihsel', en: 'Historical' },
};

const agencyRows = ({ agencies }: Statistics, language: Language): string =>
  agencies
    .map(
      ({ name, count }) => `<tr><th scope="row">${NAMES[name][language]}</th><td>${grouped(count, language)}</td></tr>`,
    )
    .join('');

function body(statistics: Statistics, language: Language): string {
  const isTurkish = language === 'tr';
  const say = (tr: string, en: string): string => (isTurkish ? tr : en);
  const { days, feltFrom, total } = statistics;
  const today = days.at(-1)!;
  return `<div class="${language}" lang="${language}">
<h1>${say('İstatistik', 'Statistics')}</h1>
<p class="large">${say(
    `Katalogda ${grouped(total, language)} deprem var; ${today.total} tanesi bugün oldu (UTC).`,
    `The catalogue holds ${grouped(total, language)} earthquakes; ${today.total} of them are of today (UTC).`,
  )}</p>
<section class="block"><h2>${say('Günlük deprem sayısı', 'Earthquakes a day')}</h2>
<p class="hint"><span class="key whole"></span>${say('tümü', 'all')} <span class="key part"></span>M ≥ ${feltFrom}</p>
${daysChart(statistics, language)}</section>
<section class="block"><h2>${say('Büyüklüğe göre', 'By magnitude')}</h2>
<p class="hint">${say('Son 365 gün; dikey eksen logaritmiktir.', 'Last 365 days; the vertical axis is logarithmic.')}</p>
${bandsChart(statistics, language)}</section>
<section class="block"><h2>${say('Kurumlara göre', 'By agency')}</h2>
<p class="hint">${say('Büyüklük veren kurumlar; bir depremi birden çok kurum bildirebilir.', 'Agencies that gave a magnitude; several may report one earthquake.')}</p>
<table class="counts"><thead><tr><th scope="col">${say('Kurum', 'Agency')}</th><th scope="col">${say('Deprem', 'Earthquakes')}</th></tr></thead><tbody>${agencyRows(statistics, language)}</tbody></table></section>
</div>`;
}

export const statisticsPage = (site: Site, statistics: Statistics): string =>
  page(site, {
    title: { tr: 'Deprem istatistikleri', en: 'Statistics of earthquakes' },
    description: 'Türkiye ve çevresinde günlük deprem sayıları, büyüklük dağılımı ve kurumların payı.',
    path: '/istatistik/',
    script: site.assets.page,
    name: 'statistics',
    main: `<main id="main" class="narrow" tabindex="-1">${body(statistics, 'tr')}${body(statistics, 'en')}</main>${footer()}`,
  });
