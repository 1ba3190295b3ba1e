/** Pages that stay open: what was published since, by the list of changes that the list of the day reads, too. */
import { ANSWERS } from '#core/paths.ts';
import { recentItems, type RecentChanges, type RecentItem } from '#core/recent.ts';
import { SECOND } from '#core/time.ts';
import { el } from './dom.ts';
import { fresh } from './requests.ts';
import { keepUpToDate } from './stream.ts';

const POLL_EVERY = 20 * SECOND;
/** After the last touch or movement of the page: nothing moves below the finger. */
const STILL_AFTER = SECOND;

let movedAt = -Infinity;
let isHeld = false;
for (const name of ['pointerdown', 'pointermove', 'pointerup', 'pointercancel', 'scroll', 'keydown'])
  addEventListener(
    name,
    () => {
      movedAt = performance.now();
      if (name.startsWith('pointer')) isHeld = name === 'pointerdown' || (isHeld && name === 'pointermove');
    },
    { passive: true },
  );

/** Once the reader neither touches nor moves the page. */
export async function whenStill(): Promise<void> {
  while (isHeld || performance.now() - movedAt < STILL_AFTER)
    await new Promise((later) => setTimeout(later, STILL_AFTER));
}

interface Changed {
  /** Of the last week, as they are now. */
  items: RecentItem[];
  removed: readonly number[];
  /** Whether changes before these are unknown: anything may have changed. */
  isCut: boolean;
}

/** @param apply after each publication, the first time for the last changes. What it rejects is tried again. */
export function followChanges(apply: (changed: Changed) => Promise<void>): void {
  let sequence = 0;
  let running: Promise<void> | undefined;
  const poll = async (): Promise<void> => {
    try {
      const { body } = await fresh<RecentChanges>(ANSWERS.recentChanges);
      if (body.sequence === sequence) return;
      const isCut = sequence > 0 && (body.after > sequence || body.sequence < sequence);
      await apply({ items: recentItems(body.columns), removed: body.removed, isCut });
      sequence = body.sequence;
    } catch {
      // The next poll comes.
    } finally {
      running = undefined;
    }
  };
  const ask = (): Promise<void> => (running ??= poll());
  keepUpToDate({ every: POLL_EVERY, known: () => sequence, ask });
  void ask();
}

const box = el('p', { id: 'arrivals', role: 'status' });
document.body.append(box);
box.onclick = () => box.replaceChildren();

/** Says it once, for a minute; screen readers read it. */
export function announceOnce(text: string): void {
  box.textContent = text;
  setTimeout(() => box.textContent === text && box.replaceChildren(), 60 * SECOND);
}
