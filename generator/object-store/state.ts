/** What a store has: its manifest and the inventory, compared with the objects themselves where that is not certain. */
import { contentHash } from '#core/etag.ts';
import { readManifest, type Manifest } from '#core/manifest.ts';
import { MANIFEST } from '#core/paths.ts';
import type { EpochMs } from '#core/time.ts';
import type { Contents } from './contents.ts';
import { INVENTORY, readInventory, type StoredFile } from './inventory.ts';
import { StoreError, type ObjectStore, type StoredObject } from './store.ts';

export interface StoreState {
  manifest: (Pick<StoredObject, 'etag'> & { hash: string; published: Manifest | undefined }) | undefined;
  /** Entity tag of the inventory. */
  inventory: string | undefined;
  /** Path → file: what is there. An empty hash: it is to be compared. */
  files: Map<string, StoredFile>;
  retired: Map<string, EpochMs>;
  /** Paths that a run which may still go on has not written so far. */
  outstanding: string[];
  /** Whether files of which only the entity tag is known were written by this command. */
  isOurs: boolean;
  /** Why the objects were listed. */
  compared: string | undefined;
}

interface StateOptions {
  contents: Pick<Contents, 'files'>;
  /** Lists the objects even where nothing speaks against the inventory. */
  verify: boolean;
}

/** @throws StoreError, also where foreign files would be overwritten */
export async function readState(store: ObjectStore, options: StateOptions): Promise<StoreState> {
  const [manifest, object] = await Promise.all([store.get(MANIFEST), store.get(INVENTORY)]);
  const inventory = object && (await readInventory(object.bytes));
  const state: StoreState = {
    manifest: manifest && describe(manifest),
    inventory: object?.etag,
    files: inventory?.files ?? new Map<string, StoredFile>(),
    retired: inventory?.retired ?? new Map<string, EpochMs>(),
    outstanding: [],
    isOurs: inventory !== undefined,
    compared: undefined,
  };
  if (!inventory) state.compared = 'there is no inventory';
  else if (inventory.unfinished.length > 0) state.compared = 'a former run has not ended';
  else if (inventory.manifest !== state.manifest?.hash) state.compared = 'the manifest is not that of the last run';
  else if (options.verify) state.compared = 'asked for';
  const unfinished = inventory?.unfinished ?? [];
  if (state.compared) await compare(store, state, { ...options, unfinished });
  // They are looked for in the next run too, and then no more.
  if (inventory && !inventory.isFinal)
    state.outstanding = unfinished.filter((path) => path !== MANIFEST && !state.files.has(path));
  return state;
}

function describe({ bytes, etag }: StoredObject): StoreState['manifest'] {
  let published: Manifest | undefined;
  try {
    published = readManifest(Buffer.from(bytes).toString('utf8'));
  } catch {
    // Damaged, of another format, or none of ours.
  }
  return { hash: contentHash(bytes), etag, published };
}

/** Replaces the files of the state by those that are there; foreign ones are left alone. */
async function compare(
  store: ObjectStore,
  state: StoreState,
  { contents, unfinished }: StateOptions & { unfinished: string[] },
): Promise<void> {
  const ours = new Set([...state.files.keys(), ...unfinished, ...contents.files.keys()]);
  const files = new Map<string, StoredFile>();
  let foreign: string | undefined;
  for await (const { path, etag } of store.list()) {
    if (path === MANIFEST || path === INVENTORY) continue;
    const known = state.files.get(path);
    if (known?.etag === etag) files.set(path, known);
    else if (ours.has(path)) files.set(path, { hash: '', etag });
    foreign ??= path;
  }
  if (!state.isOurs && foreign !== undefined && !state.manifest?.published)
    throw new StoreError(
      `${store.name} is not empty (it has ${foreign}) and was not published by this command: ` +
        `name a new or empty prefix; nothing was changed`,
    );
  state.files = files;
  for (const path of state.retired.keys()) if (!files.has(path)) state.retired.delete(path);
}
