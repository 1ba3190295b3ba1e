/** Stored answers that every complete dataset has. */
import type { Representation } from '../http/representation.ts';
import { storedRepresentation } from '../http/representation.ts';
import { unavailable } from '../http/errors.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import type { StoredAnswer } from '../http/representation.ts';

/** @throws GatewayError `unavailable` when the dataset has none, which was logged when it was adopted. */
export function required(snapshot: Snapshot, path: string): StoredAnswer {
  const stored = snapshot.stored(path);
  if (!stored) throw unavailable();
  return stored;
}

export const requiredAnswer = (
  snapshot: Snapshot,
  path: string,
  { type, caching }: Pick<Representation, 'type' | 'caching'>,
): Representation => storedRepresentation(required(snapshot, path), type, caching);
