/** Long work on the catalogue in several transactions. */
import type { Db } from './database.ts';

/** What is done, of how much. */
export type Progress = (label: string, done: number, total: number) => void;

export const silent: Progress = () => undefined;

/** Rows changed in a transaction: enough to make its end cheap, few enough for a small write-ahead log. */
const PIECE_ROWS = 20_000;

/**
 * Runs steps in transactions of about so many rows.
 * @param steps each leaves the catalogue whole, and yields how many rows it changed
 */
export function inPieces(db: Db, steps: Iterator<number, unknown>, rows = PIECE_ROWS): void {
  const piece = db.transaction((): boolean => {
    for (let changed = 0; changed < rows;) {
      const { done, value } = steps.next();
      if (done) return false;
      changed += value as number;
    }
    return true;
  });
  while (piece.immediate());
}
