/** `/durum/`: how the sources answer, now and over the last day. */
import { ANSWERS } from '#core/paths.ts';
import type { Finding } from '#core/finding.ts';
import { parseCivil, parseInstant, DAY, HOUR, type EpochMs } from '#core/time.ts';
import * as clock from './clock.ts';
import { el, fact, required } from './dom.ts';
import { alarmText } from './freshness.ts';
import { isOffline } from './kept.ts';
import { ago, agencyName, t, clockTime, duration, number } from './language.ts';
import { stateOf, type SourceJson, type StatusJson } from './live.ts';
import { showAlarm, startFrame } from './page-frame.ts';
import { fresh } from './requests.ts';
import { failureText, findingText, sourceText as text, stateText } from './source-texts.ts';
import { FRESH } from '#core/source-state.ts';

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

const gapWords = (gap: Gap): string => {
  const length = duration(gap.until - gap.from);
  const span = gap.isOpen
    ? text('gapSince', clockTime(gap.from), length)
    : text('gap', clockTime(gap.from), clockTime(gap.until), length);
  return `${span}, ${text(gap.isRequested ? 'gapNoAnswer' : 'gapNotRequested')}`;
};

function dayLine(source: SourceJson, now: EpochMs): HTMLElement {
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
    gaps.length > 0 && el('ul.gaps', ...gaps.toReversed().map((gap) => el('li', gapWords(gap)))),
  );
}

startFrame();

function row(source: SourceJson, now: number): HTMLElement {
  const state = stateOf(source, now);
  const since = source.last_success === null ? text('never') : ago(parseInstant(source.last_success)!, now);
  const last = source.last_event === null ? text('never') : ago(parseCivil(source.last_event)!, now);
  const isLate = state === 'stale' || state === 'down';
  return el(
    'li',
    { class: `source ${state}` },
    el('h2', agencyName(source.name)),
    el('p.state', source.live ? stateText(state) : text('archive')),
    el('dl', source.live && fact(text('lastSuccess'), since), fact(text('lastEvent'), last)),
    source.live && source.last_attempt !== null && dayLine(source, now),
    state === 'degraded' && el('p.hint', text('held'), ' ', ...(source.quarantine ?? []).map(findingSentence)),
    isLate && source.error !== null && el('p.hint', failureText(source.error)),
  );
}

const findingSentence = ({ code, count, of }: Finding): string => `${findingText(code)} (${count}/${of}). `;

/** `Yanıt vermeyen kaynaklar: Kandilli, AFAD.` */
function lateWords(sources: SourceJson[], now: EpochMs): string {
  const sentences = (['down', 'stale', 'degraded'] as const).flatMap((state) => {
    const names = sources.filter((one) => one.live && stateOf(one, now) === state).map(({ name }) => agencyName(name));
    return names.length === 0 ? [] : text(names.length === 1 ? `${state}One` : state, names.join(', '), names.length);
  });
  return sentences.join(' ');
}

function verdict(sources: SourceJson[], now: EpochMs): string {
  const late = lateWords(sources, now);
  if (late !== '') return late;
  return sources.some((one) => one.live && one.last_success !== null) ? text('allWell') : text('noneAsked');
}

async function refresh(): Promise<void> {
  try {
    const { body } = await fresh<StatusJson>(ANSWERS.status);
    const now = clock.now();
    const isClockWrong = body.clock_offset_seconds !== undefined;
    required('#verdict').textContent = isClockWrong ? text('clockWrong') : verdict(body.sources, now);
    required('#generated').textContent = text('generated', ago(parseInstant(body.generated_at)!, now));
    required('#sources').replaceChildren(...body.sources.map((one) => row(one, now)));
    showAlarm(alarmText({ sources: body.sources, reachable: !isOffline() }, now));
    document.body.dataset['ready'] = 'status';
  } catch {
    showAlarm(t('neverLoaded'));
  }
}

setInterval(() => void refresh(), 30_000);
void refresh();
