/** What this command has put into a store: one compressed object beside the files. */
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import type { FileHeaders } from '../hosting/file-headers.ts';
import { StoreError } from './store.ts';

export const INVENTORY = '.inventory.json.gz';

export const INVENTORY_HEADERS: FileHeaders = { contentType: 'application/gzip', cacheControl: 'no-store' };

const FORMAT = 1;

export interface StoredFile {
  /** The hash of the content without its compression; empty where it is not known. */
  hash: string;
  etag: string;
}

export interface Inventory {
  /** Hash of the manifest that was published last. */
  manifest: string | undefined;
  /** Path → file. */
  files: Map<string, StoredFile>;
  /** Path → when (EpochMs) no manifest named it any more. They are among the files. */
  retired: Map<string, number>;
  /** Paths that a run which has not ended may have written or may still write. */
  unfinished: string[];
  /** Whether the run that wrote it had ended. */
  isFinal: boolean;
}

interface InventoryJson {
  format: number;
  manifest: string | null;
  files: Record<string, [hash: string, etag: string]>;
  retired: Record<string, number>;
  unfinished: string[];
  final: boolean;
}

export async function writeInventory({
  manifest,
  files,
  retired,
  unfinished,
  isFinal,
}: Inventory): Promise<Uint8Array> {
  const json: InventoryJson = {
    format: FORMAT,
    manifest: manifest ?? null,
    files: Object.fromEntries([...files].map(([path, { hash, etag }]) => [path, [hash, etag]])),
    retired: Object.fromEntries(retired),
    unfinished,
    final: isFinal,
  };
  return promisify(gzip)(JSON.stringify(json));
}

/** @throws StoreError */
export async function readInventory(bytes: Uint8Array): Promise<Inventory> {
  const json = await jsonOf(bytes);
  if (json.format !== FORMAT)
    throw new StoreError(`${INVENTORY} has format ${JSON.stringify(json.format)}; this version reads ${FORMAT}`);
  return {
    manifest: json.manifest ?? undefined,
    files: new Map(Object.entries(json.files).map(([path, [hash, etag]]) => [path, { hash, etag }])),
    retired: new Map(Object.entries(json.retired)),
    unfinished: json.unfinished,
    isFinal: json.final,
  };
}

async function jsonOf(bytes: Uint8Array): Promise<InventoryJson> {
  try {
    return JSON.parse((await promisify(gunzip)(bytes)).toString('utf8')) as InventoryJson;
  } catch {
    throw new StoreError(`${INVENTORY} is damaged: remove it, and everything is compared and written anew`);
  }
}
