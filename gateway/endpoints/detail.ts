/** `/deprem_api.php`: one earthquake, by id, by event_id, or by date and slug. */
import { ENDPOINTS } from '#core/endpoints.ts';
import type { DetailKey } from '#core/paths.ts';
import type { ListItem } from '#core/wire.ts';
import { callerId } from '../access/caller.ts';
import type { AnswerLine } from '../dataset/details.ts';
import { jsonOf } from '../dataset/lines.ts';
import { GatewayError, invalid } from '../http/errors.ts';
import { JSON_TYPE } from '#core/headers.ts';
import type { RawParameters } from '../http/query-string.ts';
import type { Representation } from '../http/representation.ts';
import { DATE, EVENT_ID, ID, SLUG_PARAMETER, valueOf } from '../query/parameters.ts';
import { findEvent } from './fdsn/find-event.ts';
import type { EndpointRequest, EndpointRow } from './request.ts';
import { body } from './schemas.ts';
import { EARTHQUAKE_DETAIL } from './detail-schemas.ts';

export const detailEndpoint: EndpointRow = {
  path: ENDPOINTS.detail,
  description: 'One earthquake, by id, by event_id, or by date and slug',
  async answer(request) {
    const asked = readDetailKey(request.parameters);
    const key = asked.by === 'event_id' ? await keyOfEvent(request, asked.eventId) : asked;
    const line = key && (await request.snapshot.find(key));
    if (line?.kind === 'record') return lineAnswer(line);
    if (line) throw goneError(line.bytes);
    throw new GatewayError('not_found', 'Not found. The list gives ids, and dates with slugs.');
  },
  operation: {
    id: 'getEarthquake',
    parameters: [ID, EVENT_ID, DATE, SLUG_PARAMETER],
    content: { 'application/json': body('Detail', { earthquake: EARTHQUAKE_DETAIL }) },
    errors: [400, 404, 410],
  },
};

/** An id, an event_id, or a date with a slug. @throws GatewayError */
function readDetailKey(parameters: RawParameters): DetailKey | { by: 'event_id'; eventId: string } {
  const id = valueOf(parameters, ID);
  const eventId = valueOf(parameters, EVENT_ID);
  const date = valueOf(parameters, DATE);
  const slug = valueOf(parameters, SLUG_PARAMETER);
  const forms = [id, eventId, date ?? slug].filter((form) => form !== undefined);
  if (forms.length === 0) throw invalid('id', 'Name an earthquake with id, with event_id, or with date and slug.');
  if (forms.length > 1) throw invalid('id', 'Ask with one of id, event_id, and date with slug.');
  if (id !== undefined) return { by: 'id', id };
  if (eventId !== undefined) return { by: 'event_id', eventId };
  if (date !== undefined && slug !== undefined) return { by: 'slug', date, slug };
  const missing = date === undefined ? 'date' : 'slug';
  throw invalid(missing, `date and slug go together; ${missing} is missing.`);
}

async function keyOfEvent(request: EndpointRequest, eventId: string): Promise<DetailKey | undefined> {
  const { queue, caller, signal, snapshot } = request;
  const retired = await snapshot.idOfRetired(eventId);
  if (retired !== undefined) return { by: 'id', id: retired };
  return queue.during({ caller: callerId(caller), signal: signal(), expensive: false }, async (work) => {
    const found = await findEvent(request, { text: eventId, agency: undefined }, work);
    if (!found) return undefined;
    const { entry, row } = found;
    const [line] = await snapshot.files.lines(await snapshot.files.shard(entry), [{ first: row, last: row }]);
    return { by: 'id', id: jsonOf<ListItem>(line!).id };
  });
}

/** The stored body of a 410, with the revisions of the withdrawn earthquake. */
function goneError(line: Uint8Array): GatewayError {
  const { message, ...more } = jsonOf<{ message: string }>(line);
  return new GatewayError('gone', message, { more });
}

/** Its bytes are made where they are sent. */
export const lineAnswer = (line: AnswerLine): Representation => ({
  hash: line.hash,
  type: JSON_TYPE,
  caching: 'data',
  validFor: 'dataset',
  get bytes() {
    return line.bytes;
  },
});
