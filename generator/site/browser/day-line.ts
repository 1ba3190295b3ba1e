/** The last day of a source as a line: when it answered, and when not. */
import { FRESH } from '#core/source-state.ts';
import { DAY, HOUR, parseInstant, type EpochMs } from '#core/time.ts';
import { el } from './dom.ts';
import { clockTime, duration, number } from './language.ts';
import type { SourceJson } from './live.ts';
import { sourceText as text } from './source-texts.ts';

interface Gap {
  from: EpochMs;
  until: EpochMs;
  isRequested: boolean;
  /** Not ended yet. */
  isOpen: boolean;
}

/** Within the last day, the oldest first, the present one included. */
function gapsIn({ gaps = [], last_success: success, last_attempt: attempt }: SourceJson, now: EpochMs): Gap[] {
  const ended = gaps.map(({ from, until, reason }) => ({
    ...{ from: parseInstant(from)!, until: parseInstant(until)! },
    ...{ isRequested: reason === 'no_answer', isOpen: false },
  }));
  const last = success === null ? now - DAY : parseInstant(success)!;
  const open =
    now - last > FRESH
      ? [{ from: last, until: now, isRequested: attempt !== null && parseInstant(attempt)! > last, isOpen: true }]
      : [];
  return [...ended, ...open]
    .map((gap) => ({ ...gap, from: Math.max(gap.from, now - DAY) }))
    .filter(({ from, until }) => until > from);
}

const told = (gap: Gap): string => {
  const length = duration(gap.until - gap.from);
  const span = gap.isOpen
    ? text('gapSince', clockTime(gap.from), length)
    : text('gap', clockTime(gap.from), clockTime(gap.until), length);
  return `${span}, ${text(gap.isRequested ? 'gapNoAnswer' : 'gapNotRequested')}`;
};

export function dayLine(source: SourceJson, now: EpochMs): HTMLElement {
  const gaps = gapsIn(source, now);
  const late = gaps.reduce((sum, { from, until }) => sum + until - from, 0);
  const share = text('freshShare', number(Math.floor(100 * (1 - Math.min(1, late / DAY)))));
  const line = el('div.day-line', { role: 'img', 'aria-label': share });
  for (const { from, until, isRequested } of gaps) {
    const part = el('i', { class: isRequested ? 'failed' : 'unasked' });
    part.style.left = `${(100 * (from - now + DAY)) / DAY}%`;
    part.style.width = `${(100 * (until - from)) / DAY}%`;
    line.append(part);
  }
  const hours = [24, 18, 12, 6, 0].map((before) =>
    el('span', before === 0 ? text('now') : clockTime(now - before * HOUR)),
  );
  return el(
    'div.last-day',
    line,
    el('div.hours', { 'aria-hidden': 'true' }, ...hours),
    el('p.hint', share),
    gaps.length > 0 && el('ul.gaps', ...gaps.toReversed().map((gap) => el('li', told(gap)))),
  );
}
