/** Headers of one file of `dist/` where a host serves each file with its own, as an object store does. */
import { CACHE_CONTROL, cachingOfFile, typeOfFile } from '#core/headers.ts';
import { readCompressedPath, type Compression } from '#core/paths.ts';

export interface FileHeaders {
  contentType: string;
  cacheControl: string;
  /** For the compressed form of a file. */
  contentEncoding?: Compression;
}

/** @param file path in `dist/`; a compressed form has the type of what is inside */
export function headersOf(file: string): FileHeaders {
  const { path = file, compression } = readCompressedPath(file) ?? {};
  return {
    contentType: typeOfFile(path),
    cacheControl: CACHE_CONTROL[cachingOfFile(path)],
    ...(compression ? { contentEncoding: compression } : {}),
  };
}
