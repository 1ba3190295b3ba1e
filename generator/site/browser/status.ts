/** `/durum/`: how the sources answer. */
import { ANSWERS } from '#core/paths.ts';
import type { Finding } from '#core/finding.ts';
import { parseCivil, parseInstant } from '#core/time.ts';
import * as clock from './clock.ts';
import { dayLine } from './day-line.ts';
import { el, fact, required } from './dom.ts';
import { alarmText } from './freshness.ts';
import { isOffline } from './kept.ts';
import { ago, agencyName, t } from './language.ts';
import { stateOf, type SourceJson, type StatusJson } from './live.ts';
import { showAlarm, startFrame } from './page-frame.ts';
import { fresh } from './requests.ts';
import { failureText, findingText, sourceText as text, stateText } from './source-texts.ts';

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

function verdict(sources: SourceJson[], late: number): string {
  if (late > 0) return text('someLate', late);
  return sources.some((one) => one.live && one.last_success !== null) ? text('allWell') : text('noneAsked');
}

async function refresh(): Promise<void> {
  try {
    const { body } = await fresh<StatusJson>(ANSWERS.status);
    const now = clock.now();
    const late = body.sources.filter((one) => one.live && ['degraded', 'stale', 'down'].includes(stateOf(one, now)));
    const isClockWrong = body.clock_offset_seconds !== undefined;
    required('#verdict').textContent = isClockWrong ? text('clockWrong') : verdict(body.sources, late.length);
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
