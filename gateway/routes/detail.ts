/** `/deprem_api.php`: one earthquake, by id or by date and slug. */
import { contentHash } from '#core/etag.ts';
import { datedPathOf, detailPath, goneOf } from '#core/paths.ts';
import type { Answer } from '../answer.ts';
import { bytesAnswer } from '../answer.ts';
import type { Ask } from '../ask.ts';
import { readDetailQuery } from '../detail-query.ts';
import { GatewayError } from '../errors.ts';
import { JSON_TYPE } from '../headers.ts';

export async function detailAnswer({ parameters, snapshot }: Ask): Promise<Answer> {
  const query = readDetailQuery(parameters);
  const path = query.by === 'id' ? detailPath(query.id) : datedPathOf(query.date, query.slug);
  const bytes = await snapshot.file(path);
  if (bytes && !isWhole(bytes)) throw snapshot.broken(path, 'is cut short');
  if (bytes) return bytesAnswer(bytes, { hash: contentHash(bytes), type: JSON_TYPE, caching: 'data' });
  if (await snapshot.file(goneOf(path)))
    throw new GatewayError('gone', 'This earthquake was withdrawn by every agency that had reported it.');
  throw new GatewayError('not_found', 'There is no earthquake of that name; the list gives ids, and dates with slugs.');
}

/** Details are not in the manifest, so there is no hash to check them by; but each is one JSON object on one line. */
const isWhole = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(-2)).toString('latin1') === '}\n';
