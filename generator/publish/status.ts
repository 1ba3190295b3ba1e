/** `status.json` of a build: the state of the sources now, which polls change without a change of the dataset. */
import { shownAgencies, type Agency } from '#core/agencies.ts';
import { ANSWERS, compressedPath, COMPRESSIONS } from '#core/paths.ts';
import { DAY, type EpochMs } from '#core/time.ts';
import { readClockOffset } from '../catalog/settings.ts';
import type { Db } from '../catalog/database.ts';
import { countFaults } from '../catalog/faults.ts';
import { feedsOf, gapsOf, lastEventOf } from '../catalog/documents/feed-states.ts';
import { statusFile } from '../outputs/status.ts';
import type { Output } from './writer.ts';

interface StatusInputs {
  db: Db;
  dataset: string;
  /** Of the build. */
  minute: EpochMs;
  asOf: EpochMs;
  settings: { serviceName: string; baseUrl: string };
  /** In use. */
  agencies: readonly Agency[];
}

/** Without compressed forms, which would be written each minute; those of an earlier version are removed. */
export function putStatus(output: Output, inputs: StatusInputs): void {
  for (const compression of COMPRESSIONS) output.remove(compressedPath(ANSWERS.status, compression));
  output.put(ANSWERS.status, renderStatus(inputs));
}

const renderStatus = (inputs: StatusInputs): string =>
  statusFile({
    ...inputs,
    clockOffset: readClockOffset(inputs.db),
    faulty: countFaults(inputs.db),
    sources: shownAgencies(inputs.agencies).map((name) => ({
      ...{ name, lastEvent: lastEventOf(inputs.db, name), gaps: gapsOf(inputs.db, name, inputs.minute - DAY) },
      ...feedsOf(inputs.db, name),
    })),
  });
