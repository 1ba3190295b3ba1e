/** An open page of an earthquake takes over revisions and new neighbours. */
import { distanceKm, type Point } from '#core/geo.ts';
import { NEARBY } from '#core/nearby.ts';
import { magnitudeText } from '#core/text.ts';
import { detailById, placeOf, type Detail } from './detail.ts';
import { base, language } from './dom.ts';
import { t } from './event-texts.ts';
import type * as OpenPage from './open-page.ts';

type Parts = readonly (HTMLElement | undefined)[];

const isRead = (part: Element): boolean => part.contains(document.activeElement);

/**
 * Puts each part that differs in the place of the former one, unless the reader is in it. What is in sight stays there.
 * @returns what is on the page; of the first part, which has the map, the headline is new
 */
export function renewed([hero, ...former]: Parts, [next, ...parts]: Parts): (HTMLElement | undefined)[] {
  const topOf = (part: Element | undefined): number => part?.getBoundingClientRect().top ?? -Infinity;
  const inSight = former.findIndex((one) => topOf(one) >= 0);
  const top = topOf(former[inSight]);
  const headline = hero!.querySelector('.headline')!;
  if (!isRead(headline)) headline.replaceWith(next!.querySelector('.headline')!);
  const shown: (HTMLElement | undefined)[] = [hero];
  for (const [index, part] of parts.entries()) {
    const before = former[index];
    const isKept =
      before !== undefined && part !== undefined && (isRead(before) || before.outerHTML === part.outerHTML);
    if (part && !before) shown.findLast((one) => one !== undefined)!.after(part);
    else if (!part) before?.remove();
    else if (!isKept && before !== part) before!.replaceWith(part);
    shown.push(isKept ? before : part);
  }
  const part = shown[inSight + 1];
  if (inSight >= 0 && part) scrollBy(0, topOf(part) - top);
  return shown;
}

/** @param showAgain with what is known now */
export async function followDetail(known: Detail, showAgain: (detail: Detail) => Promise<void>): Promise<void> {
  let detail = known;
  // The page keeps its place itself: browsers differ, and lose it where parts are replaced.
  document.documentElement.style.overflowAnchor = 'none';
  const script = (await import(`${base()}/${document.documentElement.dataset['open']}`)) as typeof OpenPage;
  const isNear = (one: Point & { id: number }): boolean => one.id === detail.id || distanceKm(one, detail) <= NEARBY.km;
  script.followChanges(async ({ items, removed, isCut }) => {
    if (!isCut && !removed.includes(detail.id) && !items.some(isNear)) return;
    const next = await detailById(detail.id);
    if (JSON.stringify(next) === JSON.stringify(detail)) return;
    const words = newsOf(detail, next);
    detail = next;
    await script.whenStill();
    await showAgain(detail);
    if (words !== undefined) script.announceOnce(words);
  });
}

function newsOf(before: Detail, { magnitude, nearby_quakes: neighbours }: Detail): string | undefined {
  if (magnitude !== before.magnitude) return t('magnitudeRevised', magnitudeText(magnitude, language()));
  const ids = new Set(before.nearby_quakes.map(({ id }) => id));
  const arrived = neighbours.find(({ id }) => !ids.has(id));
  const place = arrived && placeOf(arrived);
  return arrived && t('newNeighbour', magnitudeText(arrived.magnitude, language()), place!);
}
