/** Where the lines of a verified bucket are, and their checksums: one of them is read by position from then on. */
import { crc32 } from 'node:zlib';
import type { DetailBucket } from '#core/details.ts';
import { BUCKET_IDS } from '#core/details.ts';

interface LinePlace {
  /** Bytes [from, to). */
  from: number;
  to: number;
  checksum: number;
}

export class BucketLines {
  /** Memory, in bytes. */
  static readonly BYTES = 3 * 4 * BUCKET_IDS + 500;
  /** From, to and checksum of each id of the bucket; zeros where there is no line. */
  readonly #places = new Uint32Array(3 * BUCKET_IDS);

  constructor(bucket: DetailBucket) {
    for (const [id, line] of bucket.entries()) {
      const from = line.byteOffset - bucket.bytes.byteOffset;
      this.#places.set([from, from + line.byteLength, crc32(line)], 3 * (id % BUCKET_IDS));
    }
  }

  find(id: number): LinePlace | undefined {
    const at = 3 * (id % BUCKET_IDS);
    const [from, to, checksum] = this.#places.subarray(at, at + 3) as unknown as [number, number, number];
    return to === 0 ? undefined : { from, to, checksum };
  }
}
