/** The line of a build. */
import type { BuildSummary } from '../publish/quiet.ts';

export const buildLine = ({ mode, earthquakes, shards, details, counts, dataset }: BuildSummary): string =>
  `${mode} build of ${earthquakes} earthquakes: ${shards} shards, ${details} ` +
  `details; ${counts.written} files written ` +
  `(${(counts.bytes / 1e6).toFixed(1)} MB), ${counts.unchanged} unchanged; dataset ${dataset}`;
