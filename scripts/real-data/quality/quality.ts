/** Prints the figures of a catalogue made by `npm run real-data`. */
import type { Db } from '../../../generator/catalog/database.ts';
import {
  doubleMeasures,
  epicentreMeasures,
  magnitudeMeasures,
  pairMeasures,
  placeMeasures,
  recordMeasures,
  type Measure,
} from './measures.ts';
import { recordsByTime } from './records.ts';
import { readReference } from './reference.ts';

/** @param data the folder of real data */
export function qualityLines(db: Db, data: string): string[] {
  const records = recordsByTime(db);
  const measures: Measure[] = [
    ...recordMeasures(records),
    ...magnitudeMeasures(records, readReference(data)),
    ...placeMeasures(records),
    ...epicentreMeasures(records),
    ...pairMeasures(records),
    ...doubleMeasures(db),
  ];
  return measures.map(([what, figure]) => `| ${what} | ${figure} |`);
}
