/** What a publication has to do, from what the store has and what the dataset consists of. */
import { hashInPath, versionPath } from '#core/paths.ts';
import { HOUR, type EpochMs } from '#core/time.ts';
import type { Content, Contents } from './contents.ts';
import type { StoredFile } from './inventory.ts';

/** A file stays this long after a manifest last named it: caches and readers keep manifests. */
const KEPT_MS = 48 * HOUR;

export interface Upload {
  /** Where it is written to. */
  path: string;
  /** The file of the dataset with the same bytes. */
  source: string;
  content: Content;
}

export interface Plan {
  /** Before the manifest: what it names. */
  before: Upload[];
  /** Before the manifest: former contents that will be replaced, kept under their hash. */
  copies: { from: string; to: string; hash: string }[];
  /** After the manifest: new contents under their plain names. */
  after: Upload[];
  /** Files to remove, after everything else. */
  remove: string[];
  /** Path → when it was named last, of the files that are kept for a while. */
  retired: Map<string, EpochMs>;
}

interface Inputs {
  files: Map<string, StoredFile>;
  retired: Map<string, EpochMs>;
  /** Whether the store has a manifest, and therefore readers. */
  isPublished: boolean;
  contents: Pick<Contents, 'files'>;
  now: EpochMs;
}

export function planOf(inputs: Inputs): Plan {
  const { files, isPublished, contents } = inputs;
  const plan: Plan = { before: [], copies: [], after: [], remove: [], retired: new Map() };
  const superseded = new Set<string>();
  for (const [path, content] of contents.files) {
    const former = files.get(path);
    if (former?.hash === content.hash) continue;
    const upload = { path, source: path, content };
    // What no reader knows of yet needs no changeover.
    const isReplaced = isPublished && content.kind !== 'hashed' && former !== undefined;
    (isReplaced ? plan.after : plan.before).push(upload);
    if (isReplaced && content.kind === 'plain') addVersions(plan, { files, upload, former, superseded });
  }
  const versions = [...plan.before, ...plan.copies.map(({ to }) => ({ path: to }))].map(({ path }) => path);
  retire(plan, inputs, { present: new Set([...files.keys(), ...versions]), superseded });
  return plan;
}

interface Change {
  files: Map<string, StoredFile>;
  upload: Upload;
  former: StoredFile;
  /** Versions that this publication needs, and nothing after it. */
  superseded: Set<string>;
}

/** A reader finds both contents while the plain name changes over. */
function addVersions(plan: Plan, { files, upload, former, superseded }: Change): void {
  const { source, content } = upload;
  const [next, last] = [content.hash, former.hash].map(versionPath) as [string, string];
  if (!superseded.has(next) && files.get(next)?.hash !== content.hash)
    plan.before.push({ path: next, source, content });
  superseded.add(next);
  if (former.hash === '') return;
  if (!superseded.has(last) && files.get(last)?.hash !== former.hash)
    plan.copies.push({ from: source, to: last, hash: former.hash });
  superseded.add(last);
}

function retire(
  plan: Plan,
  { files, retired, contents, now }: Inputs,
  { present, superseded }: { present: Set<string>; superseded: Set<string> },
): void {
  for (const path of present) {
    if (contents.files.has(path)) continue;
    // A clock that was set back restarts the wait instead of prolonging it.
    const since = superseded.has(path) ? now : Math.min(retired.get(path) ?? now, now);
    const isDue = files.has(path) && (now - since >= KEPT_MS || isUnnamed(path));
    if (isDue) plan.remove.push(path);
    else plan.retired.set(path, since);
  }
}

/** Compressed forms, single details, pages of earthquakes and their sitemaps: no manifest names them. */
const isUnnamed = (path: string): boolean =>
  /\.(?:gz|br)$/.test(path) ||
  (hashInPath(path) === undefined && /^(?:details\/(?:id|date|gone)|deprem|earthquake|sitemaps)\//.test(path));

export const isNothing = ({ before, copies, after, remove }: Plan): boolean =>
  before.length + copies.length + after.length + remove.length === 0;
