/** Dated slugs: once assigned, a slug never names another earthquake. */
import type { Earthquake } from '#core/earthquake.ts';
import { baseSlug } from '#core/text.ts';
import { formatDay } from '#core/time.ts';
import type { Draft } from './compose.ts';
import { allValues, sql, type Db } from '../database.ts';

/**
 * Assigns slugs one by one: of base, base-2, base-3, … the one that the earthquake has already, else the first free
 * one. A new earthquake has none.
 */
export function slugAllocator(db: Db): (draft: Draft, id: number, isNew: boolean) => string {
  const take = sql(db, 'INSERT OR IGNORE INTO slugs (date, slug, earthquake) VALUES (?, ?, ?)');
  // By date and base: every number below is assigned.
  const nextNumber = new Map<string, number>();
  return ({ time, location, magnitude }, id, isNew) => {
    const date = formatDay(time);
    const base = baseSlug(withoutDistance(location), magnitude);
    const owned = 'SELECT slug FROM slugs WHERE earthquake = ? AND date = ?';
    const own = (isNew ? [] : allValues<string>(db, owned, id, date)).flatMap((slug) => numberOf(slug, base));
    if (own.length > 0) return numbered(base, Math.min(...own));
    for (let n = nextNumber.get(`${date} ${base}`) ?? 1; ; n += 1) {
      const slug = numbered(base, n);
      if (take.run(date, slug, id).changes === 0) continue;
      nextNumber.set(`${date} ${base}`, n + 1);
      return slug;
    }
  };
}

/** Distances change with every relocation: `- [24.05 km]` of AFAD, ` 12 km GB` of made names. */
const withoutDistance = (location: string): string =>
  location.replace(/\[\s*[\d.,]+\s*km\s*\]/g, '').replace(/ \d+ km [BDGK]{1,3}$/, '');

/** A record that keeps its name, magnitude and day keeps its slug. */
export const keepsSlug = (before: Earthquake, after: Draft): boolean =>
  before.location === after.location &&
  before.magnitude === after.magnitude &&
  formatDay(before.time) === formatDay(after.time);

const numbered = (base: string, n: number): string => (n === 1 ? base : `${base}-${n}`);

/** The number of a slug of that base; empty for other slugs. */
function numberOf(slug: string, base: string): number[] {
  if (slug === base) return [1];
  const n = slug.startsWith(`${base}-`) ? slug.slice(base.length + 1) : '';
  return /^(?:[2-9]|[1-9]\d+)$/.test(n) ? [Number(n)] : [];
}
