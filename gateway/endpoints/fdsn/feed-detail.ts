/** `/feed/v1.0/detail/<event_id>.geojson`: one event as the feature of the feeds in the shape of the USGS. */
import { agenciesOf } from '#core/manifest.ts';
import { feature } from '#core/fdsn/geojson.ts';
import type { StreamedRepresentation } from '../../http/representation.ts';
import { readEventQuery } from '../../query/fdsn/event-query.ts';
import type { EndpointRequest } from '../request.ts';
import { refuseEmpty } from './error.ts';
import { streamedEvents } from './event.ts';
import { EVENT_TYPES_OF } from './event-body.ts';

/** @param name as in `eventid` */
export async function feedDetail(request: EndpointRequest, name: string): Promise<StreamedRepresentation> {
  const text = `format=geojson&eventid=${encodeURIComponent(name)}`;
  const query = readEventQuery(text, undefined, { agencies: agenciesOf(request.snapshot.manifest) });
  return streamedEvents(request, query, {
    name: 'feed',
    type: EVENT_TYPES_OF.geojson,
    writer: ({ baseUrl }) => ({
      head: '',
      between: '',
      row: (event) => feature(event, { baseUrl, isDetail: true, isInFeed: true }),
      foot: '\n',
    }),
    refuseEmpty,
  });
}
