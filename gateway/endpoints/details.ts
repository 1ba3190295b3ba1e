/** `/details/…`: buckets and names files by the index, and single details as lines of their bucket. */
import { readDetailPath } from '#core/paths.ts';
import type { Representation } from '../http/representation.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import { lineAnswer } from './detail.ts';
import { findDetail } from './find-detail.ts';

/** @returns undefined where the dataset has no such file. @throws GatewayError `unavailable` */
export async function detailsAnswer(
  snapshot: Snapshot,
  path: string,
  identity: Pick<Representation, 'type' | 'caching'>,
): Promise<Representation | undefined> {
  const file = readDetailPath(path);
  if (!file) return undefined;
  if (file.kind === 'single') {
    const line = await findDetail(snapshot, file.key);
    return line?.kind === (file.gone ? 'gone' : 'record') ? lineAnswer(line.bytes) : undefined;
  }
  const index = await snapshot.index();
  const hash = (file.kind === 'bucket' ? index.buckets : index.names)[file.number];
  if (!hash) return undefined;
  return {
    ...identity,
    hash,
    validFor: 'dataset',
    isFile: true,
    load: async () => ({ bytes: await snapshot.plain(path, hash) }),
  };
}
