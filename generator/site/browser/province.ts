/** `/il/…`: the page of a province, which takes over what is published while it is open. */
import './page.ts';
import { required } from './dom.ts';
import { t } from './language.ts';
import { announceOnce, followChanges, whenStill } from './open-page.ts';

/** From this magnitude on, inclusive, one elsewhere may be what concerns the province. */
const FAR = 4;
const code = required('#main').dataset['province'];
const idsIn = (part: ParentNode): Set<string> =>
  new Set([...part.querySelectorAll<HTMLElement>('.row[data-id]')].map(({ dataset }) => dataset['id']!));
/** Parts of the page that follow the catalogue, as they were published. */
const partsOf = (of: ParentNode): HTMLElement[] => [...of.querySelectorAll<HTMLElement>('[data-live]')];
let published = partsOf(document).map(({ innerHTML }) => innerHTML);

/** The parts that differ. The browser keeps its place where they are above what is in sight. */
async function takeOver(): Promise<void> {
  const response = await fetch(location.pathname, { cache: 'no-cache' });
  if (!response.ok) throw new Error(String(response.status));
  const next = partsOf(new DOMParser().parseFromString(await response.text(), 'text/html'));
  const before = idsIn(document);
  await whenStill();
  const parts = partsOf(document);
  if (next.length !== parts.length) return location.reload();
  for (const [index, part] of parts.entries())
    if (published[index] !== next[index]!.innerHTML && !part.contains(document.activeElement))
      part.innerHTML = next[index]!.innerHTML;
  published = published.map((former, index) =>
    parts[index]!.contains(document.activeElement) ? former : next[index]!.innerHTML,
  );
  const rows = [...document.querySelectorAll<HTMLElement>('[data-live] .row[data-id]')];
  const fresh = rows.filter(({ dataset }) => !before.has(dataset['id']!));
  for (const row of fresh) row.parentElement!.classList.add('fresh');
  const [first] = fresh;
  if (!first) return;
  const words = (selector: string): string => first.querySelector(selector)?.textContent?.trim() ?? '';
  announceOnce(fresh.length === 1 ? t('newQuake', words('.mag'), words('.where')) : t('newCount', fresh.length));
}

followChanges(async ({ items, removed, isCut }) => {
  const shown = idsIn(document);
  const isShown = (id: number): boolean => shown.has(String(id));
  if (
    isCut ||
    removed.some(isShown) ||
    items.some((one) => one.province_code === code || isShown(one.id) || (one.magnitude ?? 0) >= FAR)
  )
    await takeOver();
});
