/** Agencies against each other: who reports what, differences, delays. */
import { decimal, grouped, numberText } from '#core/text.ts';
import { AGENCY_NAMES, type Agency } from '#core/agencies.ts';
import { rangeChart } from '../drawing/charts.ts';
import { markup, type Markup } from '../drawing/markup.ts';
import { sayIn, type Language, type Say } from './language.ts';
import { bandName, type ComparedYear, type Statistics } from './content.ts';

/** Shades of the table's cells, from nothing to all. */
const SHADES = 5;

function shareTable({ bands, total, blasts }: Statistics, language: Language, say: Say): Markup {
  const agencies = bands[0]!.reports.map(({ name }) => name);
  const sum = (name: Agency): number =>
    bands.reduce((all, { reports }) => all + reports.find((one) => one.name === name)!.count, 0);
  const rows = agencies
    .filter((name) => sum(name) > 0)
    .map((name) => {
      const cells = bands.map((band) => {
        const { count } = band.reports.find((one) => one.name === name)!;
        const share = band.total === 0 ? 0 : count / band.total;
        return markup`<td class="shade-${Math.ceil(share * SHADES)}">${percent(share, language)}</td>`;
      });
      const all = grouped(sum(name), language);
      return markup`<tr><th scope="row">${AGENCY_NAMES[name][language]}</th>${cells}<td>${all}</td></tr>`;
    });
  const heads = bands.map((_, index) => markup`<th scope="col">M ${bandName(bands, index)}</th>`);
  const counts = bands.map((band) => markup`<td>${grouped(band.total, language)}</td>`);
  return markup`<div class="scrolled" tabindex="0" role="region" \
aria-label="${say('Kurumların payı', 'Shares of the agencies')}"><table class="shares"><thead><tr>\
<th scope="col">${say('Kurum', 'Agency')}</th>${heads}<th scope="col">${say('Toplam', 'Total')}</th>\
</tr></thead><tbody>${rows}</tbody><tfoot><tr><th scope="row">${say('Kayıt', 'Records')}</th>${counts}\
<td>${grouped(total + blasts, language)}</td></tr></tfoot></table></div>`;
}

function percent(share: number, language: Language): string {
  if (share === 0) return '–';
  const number = Math.max(1, Math.round(share * 100));
  return `${share < 0.01 ? '< ' : ''}${language === 'tr' ? `%${number}` : `${number}%`}`;
}

/** Fewest earthquakes for a comparison. */
const FEWEST = 20;

interface DifferenceChart {
  key: 'magnitude' | 'seconds';
  title: string;
  ticks: number[];
  digits: number;
  unit: string;
}

function differences({ pairs }: ComparedYear, language: Language, say: Say): Markup {
  const compared = pairs.filter(({ count }) => count >= FEWEST);
  if (compared.length === 0)
    return markup`<p>${say(
      'Karşılaştırmaya yetecek kadar ortak deprem yok.',
      'Too few common earthquakes to compare.',
    )}</p>`;
  const label = ({ first, second }: (typeof compared)[number]): string =>
    `${AGENCY_NAMES[second][language]} − ${AGENCY_NAMES[first][language]}`;
  const note = ({ count }: { count: number }): string => grouped(count, language);
  const signed = (value: number, digits: number): string =>
    `${value > 0 ? '+' : value < 0 ? '−' : ''}${decimal(Math.abs(value), digits, language)}`;
  const chart = ({ key, title, ticks, digits, unit }: DifferenceChart): Markup =>
    markup`<h3>${title}</h3>${rangeChart({
      title,
      ranges: compared
        .filter((one) => one[key].length > 0)
        .map((one) => ({ label: label(one), values: one[key], note: note(one) })),
      name: (value) => `${signed(value, digits)}${unit}`,
      ticks,
    })}`;
  const size = say('Büyüklük farkı', 'Magnitude difference');
  const time = say('Oluş zamanı farkı', 'Origin time difference');
  const distanceTitle = say('Merkez üsleri arasındaki uzaklık', 'Distance between epicentres');
  const distance = rangeChart({
    title: distanceTitle,
    ranges: compared.map((one) => ({ label: label(one).replace('−', '–'), values: one.km, note: note(one) })),
    name: (value) => `${numberText(value, language)} km`,
    ticks: [1, 3, 10, 30, 100],
    logarithmic: true,
  });
  return markup`${chart({ key: 'magnitude', title: size, ticks: [-1, -0.5, 0, 0.5, 1], digits: 1, unit: '' })}
${chart({ key: 'seconds', title: time, ticks: [-6, -3, 0, 3, 6], digits: 0, unit: ' s' })}
<h3>${distanceTitle}</h3>${distance}`;
}

function delays({ delays: list }: ComparedYear, language: Language, say: Say): Markup {
  const compared = list.filter(({ count }) => count > 0);
  if (compared.length === 0)
    return markup`<p>${say('Bu yıl için kaydedilmiş süre yok.', 'No time was recorded in this year.')}</p>`;
  return rangeChart({
    title: say('Depremden yayına kadar geçen süre', 'Time from earthquake to publication'),
    ranges: compared.map(({ agency, count, seconds }) => ({
      label: AGENCY_NAMES[agency][language],
      values: seconds,
      note: grouped(count, language),
    })),
    name: (value) => lengthText(value, say),
    ticks: [60, 300, 900, 3600, 14_400, 86_400],
    logarithmic: true,
  });
}

function lengthText(seconds: number, say: Say): string {
  if (seconds < 3600) return `${Math.max(1, Math.round(seconds / 60))} ${say('dk', 'min')}`;
  return `${Math.round(seconds / 3600)} ${say('sa', 'h')}`;
}

export function agencySections(statistics: Statistics, language: Language): Markup {
  const say = sayIn(language);
  const { compared } = statistics;
  const shares = markup`<section class="block"><h2>${say('Hangi kurum ne kadarını bildiriyor?', 'Who reports what?')}</h2>
<p class="hint">${say(
    'Tüm katalogda, her büyüklük aralığındaki depremlerin ne kadarı için kurumun büyüklük verdiği.',
    'Share of the earthquakes in each magnitude range, over the whole catalogue, for which the agency gave one.',
  )}</p>
${shareTable(statistics, language, say)}</section>`;
  if (!compared) return shares;
  const { year, count } = compared;
  return markup`${shares}
<section class="block"><h2>${say('Kurumların karşılaştırması', 'Agencies compared')}</h2>
<p class="hint">${say(
    `${year} yılının ${grouped(count, 'tr')} depreminden iki kurumun da bildirdikleri. Nokta: ortanca; çizgi: ` +
      'depremlerin ortadaki %90’ı; sağda: deprem sayısı.',
    `Of the ${grouped(count, 'en')} earthquakes of ${year}, those that both agencies report. Dot: median; line: the ` +
      'middle 90% of the earthquakes; on the right: their number.',
  )}</p>
${differences(compared, language, say)}</section>
<section class="block"><h2>${say('Depremler ne kadar sonra yayımlanıyor?', 'How soon are earthquakes published?')}</h2>
<p class="hint">${say(
    `${year} yılında depremin oluşundan kurumun verisiyle buradaki ilk yayınına kadar geçen süre. Bir günden uzun ` +
      'süreler sayılmaz.',
    `Time in ${year} from the earthquake to its first publication here with the agency’s data. Times beyond a day are ` +
      'not counted.',
  )}</p>
${delays(compared, language, say)}</section>`;
}
