/** What of the last build stands, and so is neither read nor made again. */
import { ownValue } from '#core/own-value.ts';
import { ASSETS, WORKER } from '#core/paths.ts';
import { siteAssets } from '../site/assets.ts';
import type { Assets } from '../site/site.ts';
import type { BaseManifest, StepAnswers } from './build-context.ts';
import type { Stands } from './changeover.ts';
import type { Standing } from './quiet.ts';

export interface Former {
  /** Undefined where it is not known that files are as they should be. */
  standing: Standing | undefined;
  /** The manifest with answers and compressed forms to reuse; null for none. */
  answersBase: BaseManifest | null;
}

export const standsIn =
  ({ standing, answersBase }: Former): Stands =>
  (path, hash) =>
    standing !== undefined && ownValue(answersBase?.answers, path)?.hash === hash;

/** Scripts and tables follow from the program alone. */
export function bundledFor({ standing, answersBase }: Former): StepAnswers & { assets: Assets } {
  if (!standing?.assets || !answersBase) {
    const { assets, files } = siteAssets();
    return { assets, bodies: files, reused: {} };
  }
  const kept = Object.entries(answersBase.answers).filter(([path]) => path === WORKER || path.startsWith(ASSETS));
  return { assets: standing.assets, bodies: new Map(), reused: Object.fromEntries(kept) };
}
