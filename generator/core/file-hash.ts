/** Reading the name of a content-hashed file out of JSON. */
import type { Read } from './json-fields.ts';
import { fail, string } from './json-fields.ts';
import { hashInPath } from './paths.ts';

/** The hash in a path that the function gives. */
export const fileHash =
  (pathOf: (hash: string) => string): Read<string> =>
  (value) => {
    const hash = hashInPath(string(value));
    return hash !== undefined && pathOf(hash) === value
      ? hash
      : fail(`${JSON.stringify(value)} is not a file of this format`);
  };
