/** API keys of all accounts. A key is shown once, when it is issued; only its hash is stored. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { cleanText } from '#core/text.ts';
import type { EpochMs } from '#core/time.ts';
import { DAY, HOUR } from '#core/time.ts';
import type { AccountsDb } from '../store/database.ts';
import { durably } from '../store/database.ts';
import { fileWatch } from './quota/file-watch.ts';
import { hashOf, isWellFormed, makeKey, prefixOf } from './key-format.ts';

export interface IssuedKey {
  id: string;
  name: string;
  /** The key itself; shown only once. */
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
  /** When a rotated key stops working. */
  expiresAt: EpochMs | null;
}

export interface FoundKey {
  id: string;
  account: string;
}

/** Why an operation on keys failed; `message` may be shown to the account's owner. */
export class KeyError extends Error {
  override name = 'KeyError';
  readonly reason: 'bad_name' | 'too_many' | 'too_many_today' | 'not_found' | 'already_rotated';

  constructor(reason: KeyError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Active keys of an account at most, including rotated ones that have not expired. */
export const MOST_KEYS = 20;
/** New keys of an account per UTC day at most, including those by rotation. */
export const MOST_NEW_KEYS = 50;
/** How long a revoked or expired key is kept. */
const ENDED_KEPT = 30 * DAY;
const LONGEST_NAME = 64;
/** How long a rotated key stays valid beside its successor. */
export const ROTATION_OVERLAP = 24 * HOUR;

export interface KeyStore {
  /** @throws KeyError `bad_name`, `too_many`, `too_many_today` */
  issue(account: string, name: string): Promise<IssuedKey>;
  /** Active keys, oldest first. */
  list(account: string): Promise<ListedKey[]>;
  /** Undefined when malformed, unknown, revoked or expired. Revocations by other processes take effect immediately. */
  find(key: string): Promise<FoundKey | undefined>;
  /** @throws KeyError `not_found`, `bad_name` */
  rename(account: string, id: string, name: string): Promise<void>;
  /**
   * A new key of the same name. The old key stays valid for {@link ROTATION_OVERLAP}; its predecessor is revoked.
   * @throws KeyError `not_found`, `already_rotated`, `too_many`, `too_many_today`
   */
  rotate(account: string, id: string): Promise<IssuedKey>;
  /** @throws KeyError `not_found` */
  revoke(account: string, id: string): Promise<void>;
  /** @returns the number of keys revoked */
  revokeAll(account: string): Promise<number>;
}

const LIVE = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)';
const COLUMNS = `id, name, prefix, created_at AS createdAt, last_used_at AS lastUsedAt, expires_at AS expiresAt`;

interface Owned {
  account: string;
  id: string;
  now: EpochMs;
}

export function createKeyStore(db: AccountsDb, now: () => EpochMs): KeyStore {
  const mustBeInPlace = fileWatch(db);
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
  const working = db
    .prepare<{ account: string; now: EpochMs }, number>(
      `SELECT count(*) FROM api_keys WHERE account = :account AND ${LIVE}`,
    )
    .pluck();
  const madeSince = db
    .prepare<[string, EpochMs], number>('SELECT count(*) FROM api_keys WHERE account = ? AND created_at >= ?')
    .pluck();
  const forgetEnded = db.prepare('DELETE FROM api_keys WHERE coalesce(revoked_at, expires_at) < ?');
  const setName = db.prepare('UPDATE api_keys SET name = ? WHERE id = ?');
  const setExpiry = db.prepare('UPDATE api_keys SET expires_at = ? WHERE id = ?');
  const end = db.prepare(`UPDATE api_keys SET revoked_at = :now WHERE account = :account AND id = :id AND ${LIVE}`);
  const endAll = db.prepare(`UPDATE api_keys SET revoked_at = :now WHERE account = :account AND ${LIVE}`);
  const endPredecessor = db.prepare(
    `UPDATE api_keys SET revoked_at = :now WHERE id = (SELECT replaces FROM api_keys WHERE id = :id) AND ${LIVE}`,
  );

  /** @throws KeyError `not_found`, also for another account's key */
  const mustOwn = (account: string, id: string): ListedKey => {
    const key = owned.get({ account, id, now: now() });
    if (!key) throw new KeyError('not_found', 'This account has no such key.');
    return key;
  };

  /** @throws KeyError `too_many`, `too_many_today` */
  const make = (account: string, name: string, replaces: string | null): IssuedKey => {
    const createdAt = now();
    forgetEnded.run(createdAt - ENDED_KEPT);
    if (working.get({ account, now: createdAt })! >= MOST_KEYS) throw tooMany();
    if (madeSince.get(account, createdAt - (createdAt % DAY))! >= MOST_NEW_KEYS) throw tooManyToday();
    const key = makeKey();
    const made = { id: randomBytes(8).toString('hex'), name, prefix: prefixOf(key), createdAt };
    insert.run({ ...made, account, hash: hashOf(key), replaces });
    return { ...made, key };
  };

  const changing = <T>(work: () => T): T => {
    mustBeInPlace();
    return durably(db, work);
  };

  return {
    async issue(account, name) {
      const good = goodName(name);
      return changing(() => make(account, good, null));
    },

    list: async (account) => listed.all({ account, now: now() }),

    async find(key) {
      if (!isWellFormed(key)) return undefined;
      const hash = hashOf(key);
      let found: FoundKey | undefined;
      for (const { id, account, hash: stored } of alike.all({ prefix: prefixOf(key), now: now() }))
        if (stored.length === hash.length && timingSafeEqual(stored, hash)) found = { id, account };
      return found;
    },

    async rename(account, id, name) {
      const good = goodName(name);
      mustOwn(account, id);
      setName.run(good, id);
    },

    async rotate(account, id) {
      return changing(() => {
        const { name, expiresAt } = mustOwn(account, id);
        if (expiresAt !== null)
          throw new KeyError('already_rotated', 'This key has been rotated out already; rotate the one in its place.');
        endPredecessor.run({ id, now: now() });
        const made = make(account, name, id);
        setExpiry.run(now() + ROTATION_OVERLAP, id);
        return made;
      });
    },

    async revoke(account, id) {
      changing(() => {
        mustOwn(account, id);
        end.run({ account, id, now: now() });
      });
    },

    revokeAll: async (account) => changing(() => endAll.run({ account, now: now() }).changes),
  };
}

const tooMany = (): KeyError =>
  new KeyError(
    'too_many',
    `An account has ${MOST_KEYS} keys at most, those that were rotated out and still work included; revoke one that is not used.`,
  );

const tooManyToday = (): KeyError =>
  new KeyError('too_many_today', `An account makes ${MOST_NEW_KEYS} keys a UTC day at most; go on tomorrow.`);

/** @throws KeyError `bad_name` */
function goodName(name: string): string {
  const trimmed = name.normalize('NFC').trim();
  if (trimmed !== '' && trimmed.length <= LONGEST_NAME && cleanText(trimmed) === trimmed) return trimmed;
  throw new KeyError('bad_name', `The name of a key has 1 to ${LONGEST_NAME} printable characters.`);
}
