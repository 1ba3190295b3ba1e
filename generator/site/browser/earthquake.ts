/** An earthquake of a list as pages show and filter it. */
import type { Agency } from '#core/agencies.ts';
import { precisionOf } from '#core/date-words.ts';
import { spokenPlace } from '#core/place-form.ts';
import type { RecentItem } from '#core/recent.ts';
import { fold } from '#core/text.ts';
import { type DatePrecision, parseCivil } from '#core/time.ts';
import { otherMagnitude, type OtherMagnitude } from '#core/unsettled.ts';
import type { ListItem } from '#core/wire.ts';
import { isTurkish } from './dom.ts';
import type { Filterable } from './filters.ts';

export interface Earthquake extends Filterable {
  id: number;
  precision: DatePrecision;
  magnitudeType: string;
  magnitudeDoubtful: boolean;
  otherMagnitude: OtherMagnitude | null | undefined;
  blastProbability?: number | null | undefined;
  magnitudeState: string | null | undefined;
  magnitudeSource: Agency | null | undefined;
  /** Where its sequence may have a page. */
  slug?: string | null | undefined;
  place: string;
  /** As data has it. */
  location: string;
}

export function earthquakeOf(item: ListItem | RecentItem): Earthquake {
  const agencies = 'agencies' in item ? item.agencies : [item.source, ...(item.sources ?? []).map(({ name }) => name)];
  const words = 'agencies' in item ? [] : [item.agency_location, item.event_name, item.event_name_en];
  const location = isTurkish() ? item.location : (item.location_en ?? item.location);
  return {
    id: item.id,
    slug: 'slug' in item ? item.slug : undefined,
    time: parseCivil(item.occurred_at)!,
    precision: precisionOf(item.date_precision ?? undefined),
    latitude: item.latitude,
    longitude: item.longitude,
    depthKm: item.depth_km,
    magnitude: item.magnitude,
    magnitudeType: item.magnitude_type ?? 'M',
    magnitudeDoubtful: item.magnitude_doubtful === true,
    otherMagnitude: 'agencies' in item ? item.other_magnitude : otherMagnitude(item),
    blastProbability: item.blast_probability,
    magnitudeState: item.magnitude_state,
    magnitudeSource: item.magnitude_source,
    place: isTurkish() ? spokenPlace(location) : location,
    location,
    searched: fold([item.location, item.location_en ?? '', ...words.map((one) => one ?? '')].join('\n')),
    agencies: [...new Set(agencies)],
    eventType: item.event_type ?? undefined,
    province: Number(item.province_code ?? 0),
  };
}
