/** `/widget/`: the newest earthquakes in the frame of another page, by the parameters of its address. */
import type { FilterValues } from '#core/filters/table.ts';
import { ANSWERS, provincePaths } from '#core/paths.ts';
import { PROVINCES, type Province } from '#core/provinces.ts';
import { recentItems, type RecentWeek } from '#core/recent.ts';
import { type EpochMs, MINUTE } from '#core/time.ts';
import type { ListItem } from '#core/wire.ts';
import { ageClass } from '../drawing/palette.ts';
import { rowOf } from '../drawing/rows.ts';
import { showBlastCount } from './blasts.ts';
import * as clock from './clock.ts';
import { applyTheme, el, eventAddress, language, required } from './dom.ts';
import { earthquakeOf, type Earthquake } from './earthquake.ts';
import { applied, matching, textsOf, type Texts } from './filters.ts';
import { alarmText } from './freshness.ts';
import { isOffline } from './kept.ts';
import { agenciesHere, agencyName, say, t, unappliedWords } from './language.ts';
import type { StatusJson } from './live.ts';
import { fresh } from './requests.ts';

const ROWS = { usual: 10, most: 50 };

const asked = new URLSearchParams(location.search);
const theme = asked.get('theme');
if (theme === 'light' || theme === 'dark') applyTheme(theme);
const chosen = asked.get('language');
if (chosen === 'tr' || chosen === 'en') document.documentElement.lang = chosen;

const wholeOf = (text: string | null): number => (/^\d{1,2}$/.test(text ?? '') ? Number(text) : ROWS.usual);
const rows = Math.min(ROWS.most, Math.max(1, wholeOf(asked.get('rows'))));
const NO_RECORD = say('Henüz deprem kaydı yok.', 'No earthquake is recorded yet.');
const chosenAt = (now: EpochMs): ReturnType<typeof applied> => applied(textsOf(asked), now, agenciesHere());

/** Newest first: of the province, or of the last week; where that has none, the newest of all. */
async function newest(province: Province | undefined): Promise<Earthquake[]> {
  if (province)
    return (await fresh<{ newest: ListItem[] }>(provincePaths(province.code).json)).body.newest.map(earthquakeOf);
  const items = recentItems((await fresh<RecentWeek>(ANSWERS.recentWeek)).body.columns);
  if (items.length > 0) return items.map(earthquakeOf);
  return (await fresh<{ earthquakes: ListItem[] }>(ANSWERS.list)).body.earthquakes.map(earthquakeOf);
}

function row(one: Earthquake): HTMLElement {
  const now = clock.now();
  const agencies = one.agencies.map(agencyName);
  const shown = { ...one, agencies, href: eventAddress(one.id), dot: `age-${ageClass(now - one.time)}` };
  const element = el('li');
  // Markup of values that it escaped.
  element.innerHTML = rowOf(shown, { language: language(), now, say }).toString();
  return element;
}

/** The one province of the filters. */
const provinceIn = ({ provinces = [] }: FilterValues): Province | undefined =>
  provinces.length === 1 ? PROVINCES[provinces[0]! - 1] : undefined;

/** With what else stands in the address. */
function addressWith(texts: Texts): string {
  const query = new URLSearchParams(asked);
  query.delete('blasts');
  if (texts['blasts']) query.set('blasts', texts['blasts']);
  return `?${query}`;
}

async function refresh(): Promise<void> {
  const state = required('#state');
  try {
    const texts = textsOf(asked);
    const { values, unapplied } = chosenAt(clock.now());
    const [items, { body }] = await Promise.all([newest(provinceIn(values)), fresh<StatusJson>(ANSWERS.status)]);
    const due = matching(items, values);
    showBlastCount({
      count: values.blasts === 'exclude' ? matching(items, { ...values, blasts: 'only' }).length : 0,
      ...{ texts, addressOf: addressWith, changed: (next) => (location.search = addressWith(next)) },
    });
    required('#list').replaceChildren(...due.slice(0, rows).map(row));
    const alarm = alarmText({ sources: body.sources, reachable: !isOffline() }, clock.now());
    const empty = Object.keys(texts).length === 0 ? NO_RECORD : t('none');
    const words = [alarm, unappliedWords(unapplied), due.length > 0 ? '' : empty];
    state.textContent = words.filter((text) => text !== '').join(' ');
  } catch {
    state.textContent = t('neverLoaded');
  }
  document.body.dataset['ready'] = 'widget';
}

const only = provinceIn(chosenAt(clock.now()).values);
if (only) required('#summary').textContent = say(`${only.name}: son depremler`, `${only.name}: latest earthquakes`);
setInterval(() => document.hidden || void refresh(), MINUTE);
void refresh();
