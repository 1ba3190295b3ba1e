/** Which provinces a build must render, and what it reuses of the others. */
import type { AnswerEntry } from '#core/manifest.ts';
import { provincePagePath, provincePaths } from '#core/paths.ts';
import { PROVINCES, type Province } from '#core/provinces.ts';
import { countsInProvince, largestInProvince, newestInProvince, provincesEverOf } from '../catalog/provinces.ts';
import type { Db } from '../catalog/database.ts';
import { completeSince, PROVINCE_LIST, provinceFiles, type ProvinceContent } from '../outputs/province.ts';
import { newestFirst } from '../outputs/shards.ts';
import type { BuildContext } from './build-context.ts';

interface Inputs extends Pick<BuildContext, 'db' | 'base' | 'output'> {
  /** Earthquakes with a change since the base. */
  moved: ReadonlySet<number>;
  settings: { serviceName: string; baseUrl: string };
  /** Hash of what renders the pages; undefined where none are wanted. */
  pages: string | undefined;
}

interface ProvinceAnswers {
  /** Without their pages, of the provinces with a change, by path. */
  bodies: Map<string, Buffer>;
  /** Those provinces. */
  rendered: ProvinceContent[];
  /** Of the others, with their pages. */
  reused: Record<string, AnswerEntry>;
}

export function buildProvinces({ db, base, output, moved, settings, pages }: Inputs): ProvinceAnswers {
  const changed = new Set([...moved].flatMap((id) => provincesEverOf(db, id)));
  const former = base?.pages === pages ? base?.answers : undefined;
  const isThere = (path: string): boolean => former?.[path] !== undefined && output.sizeOf(path) === former[path].size;
  const bodies = new Map<string, Buffer>();
  const rendered: ProvinceContent[] = [];
  const reused: Record<string, AnswerEntry> = {};
  for (const province of PROVINCES) {
    const { code, slug } = province;
    const pagePaths = pages === undefined ? [] : [provincePagePath(slug, 'tr'), provincePagePath(slug, 'en')];
    const paths = [...Object.values(provincePaths(code)), ...pagePaths];
    if (!changed.has(code) && paths.every(isThere)) {
      for (const path of paths) reused[path] = former![path]!;
      continue;
    }
    const content = contentOf(db, province);
    for (const [path, body] of provinceFiles(content, settings)) bodies.set(path, Buffer.from(body));
    rendered.push(content);
  }
  return { bodies, rendered, reused };
}

function contentOf(db: Db, province: Province): ProvinceContent {
  const { code } = province;
  const counts = countsInProvince(db, code);
  return {
    ...{ province, counts, completeSince: completeSince(counts) },
    newest: newestInProvince(db, code, PROVINCE_LIST.newest).toSorted(newestFirst).slice(0, PROVINCE_LIST.newest),
    largest: largestInProvince(db, code, PROVINCE_LIST.largest),
  };
}
