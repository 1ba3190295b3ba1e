/** `/details/…`: buckets and names files as the index has them, and single details as the lines that they are in their bucket. */
import { SLUG } from '#core/text.ts';
import { detailPath } from '#core/paths.ts';
import type { Representation } from '../http/representation.ts';
import type { DetailQuery } from '../query/detail-query.ts';
import { findDetail } from './find-detail.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import { lineAnswer } from './detail.ts';

const NUMBERED = /^details\/(?:(buckets)\/(0|[1-9]\d{0,12})\.ndjson|names\/(0|[1-9]\d{0,12})\.json)$/;
const SINGLE = /^details\/(gone\/)?((?:id|date)\/.+)\.json$/;

/** @returns undefined where the dataset has no such file. @throws GatewayError `unavailable` */
export async function detailsAnswer(
  snapshot: Snapshot,
  file: string,
  identity: Pick<Representation, 'type' | 'caching'>,
): Promise<Representation | undefined> {
  const [, buckets, bucket, names] = NUMBERED.exec(file) ?? [];
  const number = bucket ?? names;
  if (number !== undefined) {
    const index = await snapshot.index();
    const hash = (buckets ? index.buckets : index.names)[Number(number)];
    return hash ? { ...identity, hash, load: async () => ({ bytes: await snapshot.plain(file, hash) }) } : undefined;
  }
  const [, gone, name = ''] = SINGLE.exec(file) ?? [];
  const query = queryOf(name);
  const line = query && (await findDetail(snapshot, query));
  return line?.kind === (gone ? 'gone' : 'record') ? lineAnswer(line.bytes) : undefined;
}

/** Which earthquake a file is about, by its path below `details/`. */
function queryOf(name: string): DetailQuery | undefined {
  const [, id] = /^id\/\d+\/(\d{1,15})$/.exec(name) ?? [];
  if (id !== undefined)
    return detailPath(Number(id)) === `details/${name}.json` ? { by: 'id', id: Number(id) } : undefined;
  const [, date, slug = ''] = /^date\/(\d{4}-\d\d-\d\d)\/([a-z0-9-]{1,200})$/.exec(name) ?? [];
  return date !== undefined && SLUG.test(slug) ? { by: 'slug', date, slug } : undefined;
}
