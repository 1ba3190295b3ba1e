/** The table of endpoints: whatever handles, describes, counts or lists them reads it. */
import { COMPATIBLE_APIS, type CompatibleApi } from '#core/endpoints.ts';
import type { UsageStore } from '../access/usage.ts';
import { afadRows } from './compat/afad.ts';
import { kandilliRows } from './compat/kandilli.ts';
import { detailEndpoint } from './detail.ts';
import { exportEndpoint } from './export.ts';
import { countEndpoint, eventEndpoint } from './fdsn/event.ts';
import { stationQueryEndpoint } from './fdsn/station.ts';
import { listEndpoint } from './list.ts';
import { openApiEndpoint } from './openapi.ts';
import type { EndpointRow } from './request.ts';
import { statsEndpoint } from './stats.ts';
import { statusEndpoint } from './status.ts';
import { streamEndpoint } from './stream.ts';
import { feedEndpoints, stationsEndpoint, usageEndpoint } from './stored.ts';
import { websocketEndpoint } from './websocket.ts';

export interface TableOptions {
  serviceName: string;
  /** Absent: no key is accepted. */
  usage?: Pick<UsageStore, 'usageOf'> | undefined;
  /** Adapters that are on; all by default. */
  compatible?: readonly CompatibleApi[] | undefined;
}

const ADAPTERS: Record<CompatibleApi, readonly EndpointRow[]> = { kandilli: kandilliRows, afad: afadRows };

export function endpointTable({
  serviceName,
  usage,
  compatible = COMPATIBLE_APIS,
}: TableOptions): readonly EndpointRow[] {
  const described = [
    ...[listEndpoint, detailEndpoint, exportEndpoint(), statsEndpoint, stationsEndpoint, ...feedEndpoints],
    statusEndpoint,
    ...[eventEndpoint, countEndpoint, stationQueryEndpoint],
    ...compatible.flatMap((name) => ADAPTERS[name]),
    streamEndpoint,
    websocketEndpoint,
  ];
  return [...described, openApiEndpoint(serviceName, described), usageEndpoint(usage)];
}
