/**
 * Solution columns, one file a shard: every agency's solution of its records as typed arrays, and where and with which
 * checksum a reader finds the lines of the solutions file.
 */
import { KNOWN_AGENCIES, type Agency, type Earthquake, type Solution } from './earthquake.ts';
import {
  ascends,
  bufferOf,
  fillLineIndex,
  layoutOf,
  newFile,
  Numbering,
  readFile,
  SEPARATOR_BYTES,
  ShardFormatError,
} from './sections.ts';

const COUNTS = ['rows', 'solutions', 'magnitudes', 'typeBytes'] as const;

const LAYOUT = layoutOf('hiposol1', COUNTS, ({ rows, solutions, magnitudes, typeBytes }, add) => ({
  /** Origin time of the record with its fraction of a second, as EpochMs. */
  recordTime: add(Float64Array, rows),
  time: add(Float64Array, solutions),
  latitude: add(Float64Array, solutions),
  longitude: add(Float64Array, solutions),
  /** NaN where the agency gives none. */
  depthKm: add(Float64Array, solutions),
  magnitude: add(Float64Array, magnitudes),
  /** Byte offset of each row's line in the solutions file, and of the end. */
  line: add(Uint32Array, rows + 1),
  /** CRC-32 of each row's line in the solutions file with its separator. */
  checksum: add(Uint32Array, rows),
  /** The first solution of each row, the preferred one, and the end. */
  firstSolution: add(Uint32Array, rows + 1),
  /** The first magnitude of each solution, the agency's preferred one, and the end. */
  firstMagnitude: add(Uint32Array, solutions + 1),
  /** Index into KNOWN_AGENCIES. */
  agency: add(Uint8Array, solutions),
  /** Number of each solution's event type. */
  eventType: add(Uint8Array, solutions),
  /** Number of each magnitude's type. */
  magnitudeType: add(Uint8Array, magnitudes),
  /** Names of event and magnitude types, separated by newlines; the empty one is that of untyped magnitudes. */
  types: add(Uint8Array, typeBytes),
}));

type Sections = ReturnType<typeof LAYOUT.sections>;

export interface SolutionColumns extends Omit<Sections, 'types'> {
  rows: number;
  types: string[];
  /** Length of the file; the columns are views of it. */
  byteLength: number;
}

/** @param earthquakes in the order of the shard @param solutionsFile its bytes */
export function writeSolutionColumns(earthquakes: readonly Earthquake[], solutionsFile: Uint8Array): Uint8Array {
  const solutions = earthquakes.flatMap((earthquake) => earthquake.solutions);
  const magnitudes = solutions.flatMap((solution) => solution.magnitudes);
  const names = new Numbering();
  const eventType = solutions.map((solution) => names.of(solution.eventType));
  const magnitudeType = magnitudes.map(({ type }) => names.of(type ?? ''));
  if (names.numbers.size > 256) throw new ShardFormatError('too many types');
  const types = Buffer.from([...names.numbers.keys()].join('\n'));
  const { bytes, sections } = newFile(LAYOUT, {
    rows: earthquakes.length,
    solutions: solutions.length,
    magnitudes: magnitudes.length,
    typeBytes: types.byteLength,
  });
  sections.recordTime.set(earthquakes.map(({ time }) => time));
  solutions.forEach((solution, index) => setSolution(sections, index, solution));
  sections.firstSolution.set(starts(earthquakes.map((earthquake) => earthquake.solutions.length)));
  sections.firstMagnitude.set(starts(solutions.map((solution) => solution.magnitudes.length)));
  sections.eventType.set(eventType);
  sections.magnitude.set(magnitudes.map(({ value }) => value));
  sections.magnitudeType.set(magnitudeType);
  sections.types.set(types);
  fillLineIndex(sections, solutionsFile);
  return bytes;
}

function setSolution(columns: Sections, index: number, solution: Solution): void {
  columns.time[index] = solution.time;
  columns.latitude[index] = solution.latitude;
  columns.longitude[index] = solution.longitude;
  columns.depthKm[index] = solution.depthKm ?? NaN;
  columns.agency[index] = KNOWN_AGENCIES.indexOf(solution.agency);
}

function starts(lengths: number[]): number[] {
  let end = 0;
  return [0, ...lengths.map((length) => (end += length))];
}

/** @throws ShardFormatError when the bytes are not the whole solution columns of `rows` records. */
export function readSolutionColumns(file: Uint8Array, rows: number): SolutionColumns {
  const { counts, sections, byteLength } = readFile(LAYOUT, file, rows);
  const types = bufferOf(sections.types).toString('utf8').split('\n');
  const { line, firstSolution, firstMagnitude, agency, eventType, magnitudeType } = sections;
  if (!ascends(line, SEPARATOR_BYTES)) throw new ShardFormatError('lines out of order');
  if (!ascends(firstSolution, 0) || firstSolution[0] !== 0 || firstSolution.at(-1) !== counts.solutions)
    throw new ShardFormatError('solutions out of order');
  if (!ascends(firstMagnitude, 0) || firstMagnitude[0] !== 0 || firstMagnitude.at(-1) !== counts.magnitudes)
    throw new ShardFormatError('magnitudes out of order');
  const isType = (number: number): boolean => number < types.length;
  if (
    !agency.every((number) => number < KNOWN_AGENCIES.length) ||
    !eventType.every(isType) ||
    !magnitudeType.every(isType)
  )
    throw new ShardFormatError('an agency or a type that is not there');
  return { ...sections, rows, types, byteLength };
}

/** The solution of an agency in a row; undefined where it has none. */
export function solutionOf({ firstSolution, agency }: SolutionColumns, row: number, name: Agency): number | undefined {
  const number = KNOWN_AGENCIES.indexOf(name);
  for (let solution = firstSolution[row]!; solution < firstSolution[row + 1]!; solution += 1)
    if (agency[solution] === number) return solution;
  return undefined;
}
