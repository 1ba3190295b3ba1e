/** `/widget/`: the newest earthquakes in the frame of another page, by the parameters of its address. */
import { precisionOf } from '#core/date-words.ts';
import { ANSWERS, provincePaths } from '#core/paths.ts';
import { provinceOf } from '#core/provinces.ts';
import { recentItems, type RecentItem, type RecentWeek } from '#core/recent.ts';
import { MINUTE, parseCivil } from '#core/time.ts';
import { otherMagnitude } from '#core/unsettled.ts';
import type { ListItem } from '#core/wire.ts';
import { ageClass } from '../drawing/palette.ts';
import { rowOf } from '../drawing/rows.ts';
import * as clock from './clock.ts';
import { el, eventAddress, language, required } from './dom.ts';
import { alarmText } from './freshness.ts';
import { isOffline } from './kept.ts';
import { agencyName, say, t } from './language.ts';
import type { StatusJson } from './live.ts';
import { fresh } from './requests.ts';
import { applyTheme } from './theme.ts';

const ROWS = { usual: 10, most: 50 };

const asked = new URLSearchParams(location.search);
const theme = asked.get('theme');
if (theme === 'light' || theme === 'dark') applyTheme(theme);
const chosen = asked.get('language');
if (chosen === 'tr' || chosen === 'en') document.documentElement.lang = chosen;

const wholeOf = (text: string | null): number => (/^\d{1,2}$/.test(text ?? '') ? Number(text) : ROWS.usual);
const rows = Math.min(ROWS.most, Math.max(1, wholeOf(asked.get('rows'))));
const given = asked.get('min_magnitude') ?? '';
const leastMagnitude = /^\d{1,2}(?:\.\d+)?$/.test(given) ? Number(given) : undefined;
const NO_RECORD = say('Henüz deprem kaydı yok.', 'No earthquake is recorded yet.');
const province = provinceOf(asked.get('province') ?? '');

type Item = RecentItem | ListItem;

/** Newest first: of the province, or of the last week; where that has none, the newest of all. */
async function newest(): Promise<Item[]> {
  if (province) return (await fresh<{ newest: ListItem[] }>(provincePaths(province.code).json)).body.newest;
  const items = recentItems((await fresh<RecentWeek>(ANSWERS.recentWeek)).body.columns);
  return items.length > 0 ? items : (await fresh<{ earthquakes: ListItem[] }>(ANSWERS.list)).body.earthquakes;
}

const agenciesOf = (item: Item): string[] => ('agencies' in item ? item.agencies : [item.source]);

function row(item: Item): HTMLElement {
  const now = clock.now();
  const time = parseCivil(item.occurred_at)!;
  const one = {
    ...{ id: item.id, time, precision: precisionOf(item.date_precision ?? undefined) },
    magnitudeDoubtful: item.magnitude_doubtful === true,
    otherMagnitude: 'agencies' in item ? item.other_magnitude : otherMagnitude(item),
    ...{ magnitude: item.magnitude, depthKm: item.depth_km, eventType: item.event_type ?? undefined },
    place: language() === 'tr' ? item.location : (item.location_en ?? item.location),
    agencies: agenciesOf(item).map(agencyName),
    href: eventAddress(item.id),
    dot: `age-${ageClass(now - time)}`,
  };
  const element = el('li');
  // Markup of values that it escaped.
  element.innerHTML = rowOf(one, { language: language(), now, say }).toString();
  return element;
}

async function refresh(): Promise<void> {
  const state = required('#state');
  try {
    const [items, { body }] = await Promise.all([newest(), fresh<StatusJson>(ANSWERS.status)]);
    const due = items.filter(({ magnitude }) => (magnitude ?? -Infinity) >= (leastMagnitude ?? -Infinity));
    required('#list').replaceChildren(...due.slice(0, rows).map(row));
    const alarm = alarmText({ sources: body.sources, reachable: !isOffline() }, clock.now());
    const empty = leastMagnitude === undefined ? NO_RECORD : t('none');
    state.textContent = [alarm, due.length > 0 ? '' : empty].filter((text) => text !== '').join(' ');
  } catch {
    state.textContent = t('neverLoaded');
  }
  document.body.dataset['ready'] = 'widget';
}

if (province)
  required('#summary').textContent = say(`${province.name}: son depremler`, `${province.name}: latest earthquakes`);
setInterval(() => document.hidden || void refresh(), MINUTE);
void refresh();
