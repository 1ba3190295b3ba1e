/** `status.json` as it was last read whole: builds that find nothing new write it alone. */
import { contentHash } from '#core/etag.ts';
import { ANSWERS } from '#core/paths.ts';
import { readStatus, type StatusFile } from '#core/status.ts';
import type { EpochMs } from '#core/time.ts';
import type { StoredAnswer } from '../http/representation.ts';
import type { DatasetFiles } from './files.ts';

export class StatusAnswer {
  readonly #files: DatasetFiles;
  #stamp: string | undefined;
  #status: StatusFile | undefined;
  #answer: StoredAnswer | undefined;

  constructor(files: DatasetFiles) {
    this.#files = files;
  }

  /** Undefined until the first whole one. */
  get answer(): StoredAnswer | undefined {
    return this.#answer;
  }

  /** Minute of the last build that left this dataset as it is; undefined where the file is another dataset's. */
  builtAt(dataset: string): EpochMs | undefined {
    return this.#status?.json['dataset'] === dataset ? this.#status.generatedAt : undefined;
  }

  /** Reads it where it changed. Never fails: what is missing or damaged is a fault, and the former one stays. */
  async refresh(): Promise<void> {
    const path = ANSWERS.status;
    try {
      const { reader } = this.#files;
      const stamp = await reader.stamp(path);
      if (stamp !== undefined && stamp === this.#stamp) return this.#files.whole(path, undefined);
      const bytes = await reader.read(path, MAX_STATUS_BYTES);
      const status = bytes && readStatus(Buffer.from(bytes).toString('utf8'));
      if (!status) return void this.#files.reportFault(path, bytes ? 'is damaged' : 'is missing');
      this.#stamp = stamp;
      this.#status = status;
      this.#answer = { path, bytes, hash: contentHash(bytes), precompressed: async () => undefined };
      this.#files.whole(path, undefined);
    } catch (error) {
      this.#files.reportFault(path, (error as Error).message);
    }
  }
}

/** Some sources with a day of gaps take 20 kB. */
const MAX_STATUS_BYTES = 1e6;
