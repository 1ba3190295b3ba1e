/** Pieces of the files of releases, which may be larger than what is read as a whole. */
import { crc32 } from 'node:zlib';
import type { ReleaseEntry } from '#core/manifest.ts';
import { PIECE_BYTES } from '#core/releases.ts';
import type { DatasetFiles } from './files.ts';

/** @throws GatewayError `unavailable` when the file is missing or another one */
export async function readPiece(files: DatasetFiles, entry: ReleaseEntry, piece: number): Promise<Uint8Array> {
  const { path, size, pieces } = entry;
  const from = piece * PIECE_BYTES;
  const bytes = await files.reader.readPart(path, from, Math.min(from + PIECE_BYTES, size));
  if (bytes && crc32(bytes) === pieces[piece]) return files.whole(path, bytes);
  throw files.reportFault(path, bytes ? 'is corrupt' : 'is missing');
}
