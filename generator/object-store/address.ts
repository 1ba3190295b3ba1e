/** `s3://bucket/prefix`: where a dataset is published to. */
import { StoreError } from './store.ts';

export interface StoreAddress {
  bucket: string;
  /** Empty, or with a slash at its end. */
  prefix: string;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const FOLDER = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** @throws StoreError */
export function readAddress(text: string): StoreAddress {
  const [, bucket = '', path = ''] = /^s3:\/\/([^/]*)(?:\/(.*))?$/.exec(text) ?? [];
  const folders = path.split('/').filter((folder) => folder !== '');
  if (!BUCKET.test(bucket) || !folders.every((folder) => FOLDER.test(folder)))
    throw new StoreError(
      `"${text}" is no place to publish to; it must be s3://bucket or s3://bucket/prefix, ` +
        `the prefix of letters, digits, dots, hyphens and underscores`,
    );
  return { bucket, prefix: folders.map((folder) => `${folder}/`).join('') };
}
