/** Which provinces a build must render, and what it reuses. One without earthquakes has no files. */
import type { AnswerEntry } from '#core/manifest.ts';
import { provincePaths } from '#core/paths.ts';
import { PROVINCES } from '#core/provinces.ts';
import { largestInProvince, newestInProvince, provincesEverOf, yearsInProvince } from '../catalog/provinces.ts';
import { PROVINCE_LIST, provinceFiles } from '../outputs/province.ts';
import type { BuildContext } from './build-context.ts';

interface Inputs extends Pick<BuildContext, 'db' | 'base' | 'output'> {
  /** Earthquakes with a change since the base. */
  moved: ReadonlySet<number>;
  settings: { serviceName: string; baseUrl: string };
}

interface ProvinceAnswers {
  /** Of the provinces with a change, by path. */
  bodies: Map<string, Buffer>;
  /** Of the others. */
  reused: Record<string, AnswerEntry>;
}

export function buildProvinces({ db, base, output, moved, settings }: Inputs): ProvinceAnswers {
  const changed = new Set([...moved].flatMap((id) => provincesEverOf(db, id)));
  const bodies = new Map<string, Buffer>();
  const reused: Record<string, AnswerEntry> = {};
  for (const province of PROVINCES) {
    const { code } = province;
    const paths = Object.values(provincePaths(code));
    const entries = paths.flatMap((path) => (base?.answers[path] ? [[path, base.answers[path]] as const] : []));
    if (base && !changed.has(code) && entries.every(([path, { size }]) => output.sizeOf(path) === size)) {
      Object.assign(reused, Object.fromEntries(entries));
      continue;
    }
    const content = {
      province,
      newest: newestInProvince(db, code, PROVINCE_LIST.newest),
      largest: largestInProvince(db, code, PROVINCE_LIST.largest),
      years: yearsInProvince(db, code),
    };
    if (content.years.length === 0) continue;
    for (const [path, body] of provinceFiles(content, settings)) bodies.set(path, Buffer.from(body));
  }
  return { bodies, reused };
}
