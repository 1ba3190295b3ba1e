/** The columns of the catalogue's Parquet files: an earthquake a row, every agency's own solution beside it. */
import { KNOWN_AGENCIES, type Agency, type Earthquake, type Solution } from '#core/earthquake.ts';
import { listItem, type ListItem } from '#core/wire.ts';

/** What the values of a row are taken from. */
interface CatalogueRow {
  earthquake: Earthquake;
  item: ListItem;
  /** By number of the agency. */
  solutions: (Solution | undefined)[];
}

/** `time`: milliseconds from 1970, UTC. `point`: WKB. */
type ColumnType = 'integer' | 'double' | 'text' | 'time' | 'point';

export interface Column {
  name: string;
  type: ColumnType;
  /** No row lacks it. */
  isRequired: boolean;
  /** Null or undefined where it is not given. */
  valueOf(row: CatalogueRow): number | string | Uint8Array | null | undefined;
}

const required = (name: string, type: ColumnType, valueOf: Column['valueOf']): Column => ({
  ...{ name, type, valueOf },
  isRequired: true,
});
const optional = (name: string, type: ColumnType, valueOf: Column['valueOf']): Column => ({
  ...{ name, type, valueOf },
  isRequired: false,
});

export function rowOf(earthquake: Earthquake): CatalogueRow {
  const solutions = KNOWN_AGENCIES.map((agency) => earthquake.solutions.find((solution) => solution.agency === agency));
  return { earthquake, item: listItem(earthquake), solutions };
}

/** A point without its coordinates: little-endian, type 1. */
const WKB_HEAD = Uint8Array.of(1, 1, 0, 0, 0);

function pointOf({ latitude, longitude }: Earthquake): Uint8Array {
  const bytes = new Uint8Array(WKB_HEAD.length + 16);
  bytes.set(WKB_HEAD);
  const view = new DataView(bytes.buffer);
  view.setFloat64(WKB_HEAD.length, longitude, true);
  view.setFloat64(WKB_HEAD.length + 8, latitude, true);
  return bytes;
}

/** An agency's solution, with its preferred magnitude. */
const columnsOf = (agency: Agency, at = KNOWN_AGENCIES.indexOf(agency)): Column[] => [
  optional(`${agency}_event_id`, 'text', ({ solutions }) => solutions[at]?.eventId),
  optional(`${agency}_occurred_at`, 'time', ({ solutions }) => solutions[at]?.time),
  optional(`${agency}_latitude`, 'double', ({ solutions }) => solutions[at]?.latitude),
  optional(`${agency}_longitude`, 'double', ({ solutions }) => solutions[at]?.longitude),
  optional(`${agency}_depth_km`, 'double', ({ solutions }) => solutions[at]?.depthKm),
  optional(`${agency}_magnitude`, 'double', ({ solutions }) => solutions[at]?.magnitudes[0]?.value),
  optional(`${agency}_magnitude_type`, 'text', ({ solutions }) => solutions[at]?.magnitudes[0]?.type),
];

/** Angles of the focal mechanism's planes. */
const planes = (['strike', 'dip', 'rake'] as const).flatMap((angle) =>
  [0, 1].map((plane) =>
    optional(`${angle}_${plane + 1}`, 'double', (row) => row.earthquake.mechanism?.nodalPlanes[plane]?.[angle]),
  ),
);

/** @param agencies those that an answer may name */
export const catalogueColumns = (agencies: readonly Agency[]): readonly Column[] => [
  required('id', 'integer', ({ item }) => item.id),
  required('event_id', 'text', ({ item }) => item.event_id),
  required('slug', 'text', ({ earthquake }) => earthquake.slug),
  required('occurred_at', 'time', ({ earthquake }) => earthquake.time),
  required('date_precision', 'text', ({ earthquake }) => earthquake.precision),
  required('latitude', 'double', ({ item }) => item.latitude),
  required('longitude', 'double', ({ item }) => item.longitude),
  optional('depth_km', 'double', ({ item }) => item.depth_km),
  optional('magnitude', 'double', ({ item }) => item.magnitude),
  optional('magnitude_type', 'text', ({ item }) => item.magnitude_type),
  optional('magnitude_ml', 'double', ({ item }) => item.magnitude_ml),
  optional('magnitude_md', 'double', ({ item }) => item.magnitude_md),
  optional('magnitude_mw', 'double', ({ item }) => item.magnitude_mw),
  required('location', 'text', ({ item }) => item.location),
  required('location_en', 'text', ({ earthquake }) => earthquake.locationEn),
  optional('agency_location', 'text', ({ item }) => item.agency_location),
  required('source', 'text', ({ item }) => item.source),
  optional('quality', 'text', ({ item }) => item.quality),
  required('event_type', 'text', ({ earthquake }) => earthquake.eventType),
  required('updated_at', 'time', ({ earthquake }) => earthquake.updatedAt),
  ...agencies.flatMap((agency) => columnsOf(agency)),
  optional('mechanism_source', 'text', ({ earthquake }) => earthquake.mechanism?.source),
  ...planes,
  optional('scalar_moment', 'double', ({ earthquake }) => earthquake.mechanism?.scalarMoment),
  optional('province', 'text', ({ item }) => item.province),
  optional('province_code', 'text', ({ item }) => item.province_code),
  optional('district', 'text', ({ item }) => item.district),
  required('geometry', 'point', ({ earthquake }) => pointOf(earthquake)),
];
