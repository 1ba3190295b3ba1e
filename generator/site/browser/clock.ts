/** The time by the server: a reader's own clock may be wrong by hours. */
import { correctedBy } from '#core/server-clock.ts';
import type { EpochMs } from '#core/time.ts';
import { KEPT_HEADER } from './kept.ts';

/** Attribute of the page with the correction in ms, since each script of a page has its own copy of this module. */
export const CORRECTION = 'clock';

const correction = (): number => Number(document.documentElement.dataset[CORRECTION] ?? 0);

/** For every age, period and freshness that a page shows. */
export const now = (): EpochMs => Date.now() + correction();

/**
 * @param response that the server confirmed just now
 * @param elapsed ms from the request to its headers
 */
export function setClock({ headers }: Pick<Response, 'headers'>, elapsed: number): void {
  if (headers.has(KEPT_HEADER)) return;
  const before = correction();
  const date = Date.parse(headers.get('Date') ?? '');
  const age = Number(headers.get('Age')) || 0;
  const after = correctedBy(before, { date, age, at: Date.now(), elapsed });
  if (after !== before) document.documentElement.dataset[CORRECTION] = String(after);
}
