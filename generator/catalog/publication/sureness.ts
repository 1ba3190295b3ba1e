/** How sure the magnitude of a record is, beside whether it is doubtful. Pure, but for what is to be composed again. */
import type { Earthquake, Solution } from '#core/earthquake.ts';
import { BANDS, bandOf } from '#core/shard.ts';
import { DAY, MINUTE, type EpochMs } from '#core/time.ts';
import { AGREEMENT } from '#core/unsettled.ts';
import { expectedMw } from '../association/expected-mw.ts';
import { allValues, run, type Db } from '../database.ts';
import { readSetting, writeSetting } from '../settings.ts';
import type { PrimaryMagnitude } from './primary-magnitude.ts';

/** Agencies revise within it: a magnitude is not settled while the earthquake is younger. Exclusive. */
const SETTLED_AFTER = 30 * MINUTE;

/** Least magnitude, inclusive: smaller earthquakes, of which nobody is notified, would double what is published. */
const SETTLING_FROM = 3;

type Sureness = Pick<Earthquake, 'magnitudeState' | 'magnitudeError'>;

/** @param at when it is published */
export function surenessOf(
  primary: PrimaryMagnitude | undefined,
  solutions: readonly Solution[],
  at: EpochMs,
): Sureness {
  if (!primary) return {};
  const { error } = primary;
  const state = stateOf(primary, solutions, at);
  return {
    ...(state === undefined ? {} : { magnitudeState: state }),
    ...(error === undefined ? {} : { magnitudeError: Math.round(error * 100) / 100 }),
  };
}

/** `automatic` follows from the solutions and is not stored. */
function stateOf(
  { isSettling, isDoubtful, magnitude, agency }: PrimaryMagnitude,
  solutions: readonly Solution[],
  at: EpochMs,
): Sureness['magnitudeState'] {
  if (isSettling) return 'settling';
  const [{ time, precision }] = solutions as [Solution];
  const isYoung = at - time < SETTLED_AFTER && precision === 'second' && magnitude.value >= SETTLING_FROM;
  if (isYoung && !isDoubtful) return 'settling';
  const own = solutions.find((solution) => solution.agency === agency)!;
  const chosen = expectedMw(magnitude, own).mw;
  const agrees = (solution: Solution): boolean =>
    solution.magnitudes.some(
      (one) => !one.isOutlier && (isNear(one.value, magnitude.value) || isNear(expectedMw(one, solution).mw, chosen)),
    );
  return solutions.some((solution) => solution.agency !== agency && agrees(solution)) ? 'agreed' : undefined;
}

const isNear = (one: number, other: number): boolean => Math.abs(one - other) <= AGREEMENT + 1e-9;

const SETTING = 'settled_until';
const FELT = Array.from({ length: BANDS - bandOf(SETTLING_FROM) }, (_, index) => bandOf(SETTLING_FROM) + index);
const SETTLED = `SELECT id FROM earthquakes WHERE state = 'current' AND band = ? AND time > ? AND time <= ?
  AND record ->> 'magnitudeState' = 'settling'`;

/** Marks the reports of earthquakes that are not young any more, to be composed again: of each once. */
export function noteSettled(db: Db, now: EpochMs): void {
  const until = Number(readSetting(db, SETTING) ?? now - DAY);
  const ids = FELT.flatMap((band) => allValues<number>(db, SETTLED, band, until - SETTLED_AFTER, now - SETTLED_AFTER));
  const reports =
    'INSERT OR IGNORE INTO dirty_agency_events SELECT agency_event FROM agency_events WHERE earthquake = ?';
  for (const id of ids) run(db, reports, id);
  // A minute without news writes nothing.
  if (ids.length > 0 || now - until >= DAY) writeSetting(db, SETTING, now);
}
