/** When what is asked: the last days every minute, the last weeks every day, older years one by one in between. */
import type { EpochMs } from '#core/time.ts';
import { DAY, HOUR, civilOfEpoch, epochOfCivil } from '#core/time.ts';
import type { Asking } from './live.ts';
import { askFeed, askStations, readSetting, writeSetting } from './live.ts';
import { archiveFetchers, recentFetchers } from './sources/feeds.ts';
import type { Fetcher, Window } from './sources/report.ts';

/** Half of Kandilli's revisions come after 42 hours; AFAD's re-worked solutions within weeks. */
const RECENT = 2 * DAY;
const WEEKS = 30 * DAY;
/** Older years are read again this often: large earthquakes are re-worked months or years later. */
const ARCHIVE_AGAIN = 30 * DAY;
/** A feed that failed is left alone this long before it is asked for older years again. */
const ARCHIVE_PAUSE = HOUR;
const FIRST_YEAR = 1900;

/** Asks what is due. Called again and again; remembers in the catalogue what was done. */
export async function askDue(asking: Asking): Promise<void> {
  const now = asking.now();
  const lastWide = Number(readSetting(asking.db, 'asked_weeks') ?? -Infinity);
  // A clock that was set back must not stop the daily reading for years.
  const wide = now - lastWide >= DAY || lastWide > now;
  const window: Window = { from: now - (wide ? WEEKS : RECENT), to: now };
  const due = recentFetchers(asking.addresses, asking.region).filter(({ feed }) => wide || feed !== 'kandilli-xml');
  let answered = false;
  for (const fetcher of due) {
    if (asking.signal.aborted) return;
    answered = (await askFeed(asking, fetcher, window)) === 'answered' || answered;
  }
  if (!wide || asking.signal.aborted) return;
  await askStations(asking);
  if (answered) writeSetting(asking.db, 'asked_weeks', now);
}

const pausedUntil = new Map<string, EpochMs>();

/** Asks one older year of every archive that still has some. @returns whether there was any */
export async function askArchives(asking: Asking): Promise<boolean> {
  let any = false;
  for (const fetcher of archiveFetchers(asking.addresses, asking.region)) {
    if (asking.signal.aborted) return any;
    const year = yearDue(asking, fetcher);
    if (year === undefined || (pausedUntil.get(fetcher.feed) ?? 0) > asking.now()) continue;
    any = true;
    if ((await askFeed(asking, fetcher, windowOf(year, asking.now()))) === 'down')
      pausedUntil.set(fetcher.feed, asking.now() + ARCHIVE_PAUSE);
    else if (!asking.signal.aborted) noteYear(asking, fetcher, year);
  }
  return any;
}

const nameOf = ({ feed }: Fetcher): string => `archive:${feed}`;

/** The next older year, newest first; none while the last round is recent. */
function yearDue(asking: Asking, fetcher: Fetcher): number | undefined {
  const now = asking.now();
  const [, year, finished] =
    /^(?:year (\d+)|finished (\d+))$/.exec(readSetting(asking.db, nameOf(fetcher)) ?? '') ?? [];
  if (year !== undefined) return Number(year);
  return finished !== undefined && Math.abs(now - Number(finished)) < ARCHIVE_AGAIN
    ? undefined
    : civilOfEpoch(now).year;
}

function noteYear(asking: Asking, fetcher: Fetcher, year: number): void {
  writeSetting(asking.db, nameOf(fetcher), year > FIRST_YEAR ? `year ${year - 1}` : `finished ${asking.now()}`);
}

function windowOf(year: number, now: EpochMs): Window {
  const start = (value: number): EpochMs =>
    epochOfCivil({ year: value, month: 1, day: 1, hour: 0, minute: 0, second: 0, millisecond: 0 })!;
  return { from: start(year), to: Math.min(start(year + 1) - 1, now) };
}
