/** The keys of every account. A key is told once, when it is made; afterwards only its hash is known. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { cleanText } from '#core/text.ts';
import type { EpochMs } from '#core/time.ts';
import { HOUR } from '#core/time.ts';
import type { AccountsDb } from '../accounts/database.ts';
import { durably } from '../accounts/database.ts';
import { hashOf, isWellFormed, makeKey, prefixOf } from './key-format.ts';

export interface IssuedKey {
  id: string;
  name: string;
  /** The key itself: it cannot be had again. */
  key: string;
  prefix: string;
  createdAt: EpochMs;
}

export interface ListedKey {
  id: string;
  name: string;
  prefix: string;
  createdAt: EpochMs;
  /** To the minute. */
  lastUsedAt: EpochMs | null;
  /** When a key that was rotated out stops to work. */
  expiresAt: EpochMs | null;
}

export interface FoundKey {
  id: string;
  account: string;
}

/** Why an operation on keys was refused; `message` may be shown to the owner of the account. */
export class KeyError extends Error {
  override name = 'KeyError';
  readonly reason: 'bad_name' | 'too_many' | 'not_found' | 'already_rotated';

  constructor(reason: KeyError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Live keys of an account, those not counted that are rotated out already. */
export const MOST_KEYS = 20;
const LONGEST_NAME = 64;
/** How long the old key works beside the one that takes its place. */
export const ROTATION_OVERLAP = 24 * HOUR;

export type KeyStore = ReturnType<typeof createKeyStore>;

const LIVE = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)';
const COLUMNS = `id, name, prefix, created_at AS createdAt, last_used_at AS lastUsedAt, expires_at AS expiresAt`;

interface Owned {
  account: string;
  id: string;
  now: EpochMs;
}

export function createKeyStore(db: AccountsDb, now: () => EpochMs) {
  const insert = db.prepare(
    `INSERT INTO api_keys (id, account, name, prefix, hash, created_at, replaces)
     VALUES (:id, :account, :name, :prefix, :hash, :createdAt, :replaces)`,
  );
  const listed = db.prepare<[{ account: string; now: EpochMs }], ListedKey>(
    `SELECT ${COLUMNS} FROM api_keys WHERE account = :account AND ${LIVE} ORDER BY created_at, rowid`,
  );
  const owned = db.prepare<[Owned], ListedKey>(
    `SELECT ${COLUMNS} FROM api_keys WHERE account = :account AND id = :id AND ${LIVE}`,
  );
  const alike = db.prepare<[{ prefix: string; now: EpochMs }], FoundKey & { hash: Buffer }>(
    `SELECT id, account, hash FROM api_keys WHERE prefix = :prefix AND ${LIVE}`,
  );
  const current = db
    .prepare<{ account: string; now: EpochMs }, number>(
      `SELECT count(*) FROM api_keys WHERE account = :account AND expires_at IS NULL AND ${LIVE}`,
    )
    .pluck();
  const setName = db.prepare('UPDATE api_keys SET name = ? WHERE id = ?');
  const setExpiry = db.prepare('UPDATE api_keys SET expires_at = ? WHERE id = ?');
  const end = db.prepare(`UPDATE api_keys SET revoked_at = :now WHERE account = :account AND id = :id AND ${LIVE}`);
  const endAll = db.prepare(`UPDATE api_keys SET revoked_at = :now WHERE account = :account AND ${LIVE}`);
  const endPredecessor = db.prepare(
    `UPDATE api_keys SET revoked_at = :now WHERE id = (SELECT replaces FROM api_keys WHERE id = :id) AND ${LIVE}`,
  );

  /** @throws KeyError `not_found`: also for the key of another account */
  const mustOwn = (account: string, id: string): ListedKey => {
    const key = owned.get({ account, id, now: now() });
    if (!key) throw new KeyError('not_found', 'This account has no such key.');
    return key;
  };

  const make = (account: string, name: string, replaces: string | null): IssuedKey => {
    const key = makeKey();
    const made = { id: randomBytes(8).toString('hex'), name, prefix: prefixOf(key), createdAt: now() };
    insert.run({ ...made, account, hash: hashOf(key), replaces });
    return { ...made, key };
  };

  return {
    /** @throws KeyError `bad_name`, `too_many` */
    issue(account: string, name: string): IssuedKey {
      const good = goodName(name);
      return durably(db, () => {
        if (current.get({ account, now: now() })! >= MOST_KEYS)
          throw new KeyError('too_many', `An account has ${MOST_KEYS} keys at most; revoke one that is not used.`);
        return make(account, good, null);
      });
    },

    /** The keys that work now, oldest first. */
    list: (account: string): ListedKey[] => listed.all({ account, now: now() }),

    /** Whose key it is; undefined when it is malformed, unknown, revoked or expired. Takes effect of a revocation at once, in whatever process. */
    find(key: string): FoundKey | undefined {
      if (!isWellFormed(key)) return undefined;
      const hash = hashOf(key);
      let found: FoundKey | undefined;
      for (const { id, account, hash: stored } of alike.all({ prefix: prefixOf(key), now: now() }))
        if (stored.length === hash.length && timingSafeEqual(stored, hash)) found = { id, account };
      return found;
    },

    /** @throws KeyError `not_found`, `bad_name` */
    rename(account: string, id: string, name: string): void {
      const good = goodName(name);
      mustOwn(account, id);
      setName.run(good, id);
    },

    /**
     * A new key of the same name; the old one works for {@link ROTATION_OVERLAP} more, and the one before it no longer.
     * @throws KeyError `not_found`, `already_rotated`
     */
    rotate(account: string, id: string): IssuedKey {
      return durably(db, () => {
        const { name, expiresAt } = mustOwn(account, id);
        if (expiresAt !== null)
          throw new KeyError('already_rotated', 'This key has been rotated out already; rotate the one in its place.');
        endPredecessor.run({ id, now: now() });
        setExpiry.run(now() + ROTATION_OVERLAP, id);
        return make(account, name, id);
      });
    },

    /** @throws KeyError `not_found` */
    revoke(account: string, id: string): void {
      durably(db, () => {
        mustOwn(account, id);
        end.run({ account, id, now: now() });
      });
    },

    /** @returns how many keys stopped to work */
    revokeAll: (account: string): number => durably(db, () => endAll.run({ account, now: now() }).changes),
  };
}

/** @throws KeyError `bad_name` */
function goodName(name: string): string {
  const trimmed = name.normalize('NFC').trim();
  if (trimmed !== '' && trimmed.length <= LONGEST_NAME && cleanText(trimmed) === trimmed) return trimmed;
  throw new KeyError('bad_name', `The name of a key has 1 to ${LONGEST_NAME} printable characters.`);
}
