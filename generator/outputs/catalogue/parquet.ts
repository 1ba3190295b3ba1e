/** Earthquakes as one GeoParquet file (version 1.1.0), row group by row group. */
import { ByteWriter, ParquetWriter, type ColumnSource } from 'hyparquet-writer';
import { AGENCIES, shownAgencies, type Agency } from '#core/agencies.ts';
import type { Earthquake } from '#core/earthquake.ts';
import { catalogueColumns, rowOf, type Column } from './columns.ts';

interface Packing extends Pick<ConstructorParameters<typeof ParquetWriter>[0], 'codec' | 'compressors'> {
  /** Rows that are in memory at once, and that a reader can leave out by their span of time. */
  groupRows: number;
  /** Of times: milliseconds by default. */
  timeUnit?: 'MILLIS' | 'MICROS';
}

/** Snappy in JavaScript: other than zlib's, its bytes do not depend on the machine. */
const OF_DIST: Packing = { groupRows: 8192 };

type SchemaElement = ParquetWriter['schema'][number];
type Physical = Omit<SchemaElement, 'name' | 'repetition_type'>;

const PHYSICAL: Record<Exclude<Column['type'], 'time'>, Physical> = {
  integer: { type: 'INT32' },
  double: { type: 'DOUBLE' },
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: { type: 'STRING' } },
  point: { type: 'BYTE_ARRAY' },
  flag: { type: 'BOOLEAN' },
};

const timeOf = (unit: 'MILLIS' | 'MICROS'): Physical => ({
  type: 'INT64',
  converted_type: `TIMESTAMP_${unit}`,
  logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit },
});

const schemaOf = (columns: readonly Column[], unit: 'MILLIS' | 'MICROS'): SchemaElement[] => [
  { name: 'earthquakes', num_children: columns.length },
  ...columns.map(({ name, type, isRequired }): SchemaElement => ({
    name,
    ...(type === 'time' ? timeOf(unit) : PHYSICAL[type]),
    repetition_type: isRequired ? 'REQUIRED' : 'OPTIONAL',
  })),
];

/** West, south, east, north in degrees. */
type BoundingBox = [number, number, number, number];

/** Without `crs` the coordinates are longitude and latitude on WGS 84 (OGC:CRS84). */
const geoMetadata = (bbox: BoundingBox): string =>
  JSON.stringify({
    version: '1.1.0',
    primary_column: 'geometry',
    columns: { geometry: { encoding: 'WKB', geometry_types: ['Point'], bbox } },
  });

export interface CatalogueFile {
  count: number;
  body: Uint8Array;
}

function openWriter(columns: readonly Column[], { timeUnit = 'MILLIS', ...packing }: Omit<Packing, 'groupRows'>) {
  const bytes = new ByteWriter();
  const own = { writer: bytes, schema: schemaOf(columns, timeUnit), createdBy: 'hiposantr' };
  return { file: new ParquetWriter({ ...packing, ...own }), bytes };
}

/** One file, of earthquakes in order of time. */
export class CatalogueFileWriter {
  readonly #columns: readonly Column[];
  readonly #packing: Packing;
  readonly #bounds: BoundingBox = [Infinity, Infinity, -Infinity, -Infinity];
  #writer: ReturnType<typeof openWriter> | undefined;
  #group: Earthquake[] = [];
  #count = 0;

  /** @param agencies those in use */
  constructor(agencies: readonly Agency[], packing: Packing = OF_DIST) {
    this.#columns = catalogueColumns(shownAgencies(agencies));
    this.#packing = packing;
  }

  add(earthquake: Earthquake): void {
    this.#group.push(earthquake);
    if (this.#group.length === this.#packing.groupRows) this.#writeGroup();
  }

  /** @returns undefined where nothing was added */
  finish(): CatalogueFile | undefined {
    if (this.#group.length > 0) this.#writeGroup();
    if (!this.#writer) return undefined;
    const { file, bytes } = this.#writer;
    file.kvMetadata = [{ key: 'geo', value: geoMetadata(this.#bounds) }];
    void file.finish();
    return { count: this.#count, body: bytes.getBytes() };
  }

  #writeGroup(): void {
    const { groupRows, ...packing } = this.#packing;
    const group = this.#group;
    this.#writer ??= openWriter(this.#columns, packing);
    for (const earthquake of group) extend(this.#bounds, earthquake);
    const columns = columnData(group, this.#columns, packing.timeUnit);
    void this.#writer.file.write({ columnData: columns, rowGroupSize: groupRows });
    this.#count += group.length;
    this.#group = [];
  }
}

/** @param earthquakes in order of time; undefined for none @param agencies those in use */
export function renderCatalogueFile(
  earthquakes: Iterable<Earthquake>,
  agencies: readonly Agency[] = AGENCIES,
  packing?: Packing,
): CatalogueFile | undefined {
  const writer = new CatalogueFileWriter(agencies, packing);
  for (const earthquake of earthquakes) writer.add(earthquake);
  return writer.finish();
}

function extend(bounds: BoundingBox, { latitude, longitude }: Earthquake): void {
  bounds[0] = Math.min(bounds[0], longitude);
  bounds[1] = Math.min(bounds[1], latitude);
  bounds[2] = Math.max(bounds[2], longitude);
  bounds[3] = Math.max(bounds[3], latitude);
}

const microseconds = (value: unknown): number | null => (value === null ? null : Number(value) * 1000);

function columnData(
  group: readonly Earthquake[],
  columns: readonly Column[],
  timeUnit: Packing['timeUnit'],
): ColumnSource[] {
  const rows = group.map(rowOf);
  const valuesOf = ({ type, valueOf }: Column) => {
    const values = rows.map((row) => valueOf(row) ?? null);
    return type === 'time' && timeUnit === 'MICROS' ? values.map(microseconds) : values;
  };
  return columns.map((column) => ({
    name: column.name,
    data: valuesOf(column),
    offsetIndex: false,
    // Statistics of points would be meaningless: the least bytes are no corner.
    statistics: column.type !== 'point',
  }));
}
