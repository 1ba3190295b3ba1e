/** Headers of one file of `dist/` where a host serves each file with its own, as an object store does. */
import { MEDIA_TYPES } from '#core/media-types.ts';
import { readCompressedPath, type Compression } from '#core/paths.ts';
import { CACHING, IMMUTABLE, OTHER_TYPE, TYPES_OF_FILES } from './headers.ts';

export interface FileHeaders {
  contentType: string;
  cacheControl: string;
  /** Of the compressed form of a file. */
  contentEncoding?: Compression;
}

const HASHED = new RegExp(`^${IMMUTABLE}$`);

const own = (table: Readonly<Record<string, string>>, key: string): string | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** @param file path in `dist/`; a compressed form has the type of what is inside */
export function headersOf(file: string): FileHeaders {
  const { path = file, compression } = readCompressedPath(file) ?? {};
  const extension = path.slice(path.lastIndexOf('.') + 1);
  return {
    contentType: own(TYPES_OF_FILES, path) ?? own(MEDIA_TYPES, extension) ?? OTHER_TYPE,
    cacheControl: HASHED.test(path) ? CACHING.immutable : (own(CACHING.files, path) ?? CACHING.other),
    ...(compression ? { contentEncoding: compression } : {}),
  };
}
