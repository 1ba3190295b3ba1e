/** The columns of the catalogue's Parquet files: an earthquake a row, every agency's own solution beside it. */
import { KNOWN_AGENCIES, type Agency, type Earthquake, type Solution } from '#core/earthquake.ts';
import { DETAIL_FIELDS } from '#core/record/detail-fields.ts';
import { type FieldType, placed, type RecordField } from '#core/record/field.ts';
import { UNCERTAINTY_NAMES, type UncertaintyName } from '#core/record/uncertainties.ts';
import { LIST_FIELDS } from '#core/record/list-fields.ts';

/** What the values of a row are taken from. */
interface CatalogueRow {
  earthquake: Earthquake;
  /** By number of the agency. */
  solutions: (Solution | undefined)[];
}

/** `time`: milliseconds from 1970, UTC. `point`: WKB. */
type ColumnType = 'integer' | 'double' | 'text' | 'time' | 'point' | 'flag';

export interface Column {
  name: string;
  type: ColumnType;
  /** No row lacks it. */
  isRequired: boolean;
  /** Null or undefined where it is not given. */
  valueOf(row: CatalogueRow): boolean | number | string | Uint8Array | null | undefined;
}

/** Fields of the record, of other types than lists and objects. */
const TYPES: Partial<Record<FieldType, ColumnType>> = {
  ...{ integer: 'integer', number: 'double', text: 'text', flag: 'flag' },
};

const FIELDS = placed<RecordField>({ ...LIST_FIELDS, ...DETAIL_FIELDS }, 'parquet').map(
  ({ name, field, as, order }): Column & { order: number } => {
    const { type = TYPES[field.type], value: exact } = field.parquet!;
    if (!type || !field.value) throw new Error(`The field ${name} has no column.`);
    const { none, absence, value } = field;
    const otherwise = field.type === 'flag' ? false : absence;
    return {
      ...{ name: as, type, order },
      isRequired: none === undefined || otherwise !== undefined || exact !== undefined,
      valueOf: ({ earthquake }) =>
        ((exact ?? value)(earthquake) as string | number | true | null | undefined) ?? otherwise,
    };
  },
);

const optional = (name: string, type: ColumnType, valueOf: Column['valueOf']): Column => ({
  ...{ name, type, valueOf },
  isRequired: false,
});

export function rowOf(earthquake: Earthquake): CatalogueRow {
  const solutions = KNOWN_AGENCIES.map((agency) => earthquake.solutions.find((solution) => solution.agency === agency));
  return { earthquake, solutions };
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

/** What the files of each agency have. */
const STATED: Partial<Record<Agency, readonly UncertaintyName[]>> = {
  afad: ['horizontal_error_km', 'depth_error_km', 'rms', 'azimuthal_gap'],
  usgs: UNCERTAINTY_NAMES,
};

const uncertaintiesOf = (agency: Agency): Column[] =>
  (STATED[agency] ?? []).map((name) =>
    optional(
      `${agency}_${name}`,
      'double',
      ({ solutions }) => solutions[KNOWN_AGENCIES.indexOf(agency)]?.uncertainties?.[name],
    ),
  );

/** Angles of the focal mechanism's planes. */
const planes = (['strike', 'dip', 'rake'] as const).flatMap((angle) =>
  [0, 1].map((plane) =>
    optional(`${angle}_${plane + 1}`, 'double', (row) => row.earthquake.mechanism?.nodalPlanes[plane]?.[angle]),
  ),
);

/** The order never changes: a new field goes to the end. */
const BEFORE_AGENCIES = 2;
const BEFORE_GEOMETRY = 4;

const between = (from: number, to: number): Column[] => FIELDS.filter(({ order }) => order > from && order <= to);

/** @param agencies those that an answer may name */
export const catalogueColumns = (agencies: readonly Agency[]): readonly Column[] => [
  ...between(-1, BEFORE_AGENCIES),
  ...agencies.flatMap((agency) => columnsOf(agency)),
  optional('mechanism_source', 'text', ({ earthquake }) => earthquake.mechanism?.source),
  ...planes,
  optional('scalar_moment', 'double', ({ earthquake }) => earthquake.mechanism?.scalarMoment),
  ...between(BEFORE_AGENCIES, BEFORE_GEOMETRY),
  { name: 'geometry', type: 'point', isRequired: true, valueOf: ({ earthquake }) => pointOf(earthquake) },
  ...between(BEFORE_GEOMETRY, Infinity),
  ...agencies.flatMap(uncertaintiesOf),
];
