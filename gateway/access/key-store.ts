/** API keys of all accounts. A key is shown once, when it is issued; only its hash is stored. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { cleanText } from '#core/text.ts';
import type { EpochMs } from '#core/time.ts';
import { DAY, HOUR } from '#core/time.ts';
import type { AccountsDb } from '../store/database.ts';
import { durably } from '../store/database.ts';
import { fileWatch } from './quota/file-watch.ts';
import { hashOf, isWellFormed, generateKey, prefixOf } from './key-format.ts';

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
export const MAX_ACTIVE_KEYS = 20;
/** New keys of an account per UTC day at most, including those by rotation. */
export const MAX_NEW_KEYS_PER_DAY = 50;
/** How long a revoked or expired key is kept. */
const INACTIVE_RETENTION = 30 * DAY;
const MAX_NAME_LENGTH = 64;
/** How long a rotated key stays valid beside its successor. */
export const ROTATION_OVERLAP = 24 * HOUR;

const ACTIVE = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)';
const COLUMNS = `id, name, prefix, created_at AS createdAt, last_used_at AS lastUsedAt, expires_at AS expiresAt`;

interface AccountAt {
  account: string;
  now: EpochMs;
}

function prepareStatements(db: AccountsDb) {
  return {
    insert: db.prepare(
      `INSERT INTO api_keys (id, account, name, prefix, hash, created_at, replaces)
       VALUES (:id, :account, :name, :prefix, :hash, :createdAt, :replaces)`,
    ),
    list: db.prepare<[AccountAt], ListedKey>(
      `SELECT ${COLUMNS} FROM api_keys WHERE account = :account AND ${ACTIVE} ORDER BY created_at, rowid`,
    ),
    get: db.prepare<[AccountAt & { id: string }], ListedKey>(
      `SELECT ${COLUMNS} FROM api_keys WHERE account = :account AND id = :id AND ${ACTIVE}`,
    ),
    withPrefix: db.prepare<[{ prefix: string; now: EpochMs }], FoundKey & { hash: Buffer }>(
      `SELECT id, account, hash FROM api_keys WHERE prefix = :prefix AND ${ACTIVE}`,
    ),
    countActive: db
      .prepare<[AccountAt], number>(`SELECT count(*) FROM api_keys WHERE account = :account AND ${ACTIVE}`)
      .pluck(),
    countCreatedSince: db
      .prepare<[string, EpochMs], number>('SELECT count(*) FROM api_keys WHERE account = ? AND created_at >= ?')
      .pluck(),
    deleteInactive: db.prepare('DELETE FROM api_keys WHERE coalesce(revoked_at, expires_at) < ?'),
    setName: db.prepare('UPDATE api_keys SET name = ? WHERE id = ?'),
    setExpiry: db.prepare('UPDATE api_keys SET expires_at = ? WHERE id = ?'),
    revoke: db.prepare(`UPDATE api_keys SET revoked_at = :now WHERE account = :account AND id = :id AND ${ACTIVE}`),
    revokeAll: db.prepare(`UPDATE api_keys SET revoked_at = :now WHERE account = :account AND ${ACTIVE}`),
    revokePredecessor: db.prepare(
      `UPDATE api_keys SET revoked_at = :now
       WHERE id = (SELECT replaces FROM api_keys WHERE id = :id) AND ${ACTIVE}`,
    ),
  };
}

export class KeyStore {
  readonly #db: AccountsDb;
  readonly #now: () => EpochMs;
  readonly #sql: ReturnType<typeof prepareStatements>;
  readonly #checkFile: () => void;

  constructor(db: AccountsDb, now: () => EpochMs) {
    this.#db = db;
    this.#now = now;
    this.#sql = prepareStatements(db);
    this.#checkFile = fileWatch(db);
  }

  /** @throws KeyError `bad_name`, `too_many`, `too_many_today` */
  async issue(account: string, name: string): Promise<IssuedKey> {
    const valid = validName(name);
    return this.#durably(() => this.#insert(account, valid, null));
  }

  /** Active keys, oldest first. */
  async list(account: string): Promise<ListedKey[]> {
    return this.#sql.list.all({ account, now: this.#now() });
  }

  /** Undefined when malformed, unknown, revoked or expired. Revocations by other processes take effect immediately. */
  async find(key: string): Promise<FoundKey | undefined> {
    if (!isWellFormed(key)) return undefined;
    const hash = hashOf(key);
    let found: FoundKey | undefined;
    for (const { id, account, hash: stored } of this.#sql.withPrefix.all({ prefix: prefixOf(key), now: this.#now() }))
      if (stored.length === hash.length && timingSafeEqual(stored, hash)) found = { id, account };
    return found;
  }

  /** @throws KeyError `not_found`, `bad_name` */
  async rename(account: string, id: string, name: string): Promise<void> {
    const valid = validName(name);
    this.#get(account, id);
    this.#sql.setName.run(valid, id);
  }

  /**
   * A new key of the same name. The old key stays valid for {@link ROTATION_OVERLAP}; its predecessor is revoked.
   * @throws KeyError `not_found`, `already_rotated`, `too_many`, `too_many_today`
   */
  async rotate(account: string, id: string): Promise<IssuedKey> {
    return this.#durably(() => {
      const { name, expiresAt } = this.#get(account, id);
      if (expiresAt !== null)
        throw new KeyError('already_rotated', 'This key has already been rotated; rotate its replacement.');
      this.#sql.revokePredecessor.run({ id, now: this.#now() });
      const issued = this.#insert(account, name, id);
      this.#sql.setExpiry.run(this.#now() + ROTATION_OVERLAP, id);
      return issued;
    });
  }

  /** @throws KeyError `not_found` */
  async revoke(account: string, id: string): Promise<void> {
    this.#durably(() => {
      this.#get(account, id);
      this.#sql.revoke.run({ account, id, now: this.#now() });
    });
  }

  /** @returns the number of keys revoked */
  async revokeAll(account: string): Promise<number> {
    return this.#durably(() => this.#sql.revokeAll.run({ account, now: this.#now() }).changes);
  }

  /** @throws KeyError `not_found`, also for another account's key */
  #get(account: string, id: string): ListedKey {
    const key = this.#sql.get.get({ account, id, now: this.#now() });
    if (!key) throw new KeyError('not_found', 'This account has no such key.');
    return key;
  }

  /** @throws KeyError `too_many`, `too_many_today` */
  #insert(account: string, name: string, replaces: string | null): IssuedKey {
    const createdAt = this.#now();
    this.#sql.deleteInactive.run(createdAt - INACTIVE_RETENTION);
    if (this.#sql.countActive.get({ account, now: createdAt })! >= MAX_ACTIVE_KEYS) throw tooMany();
    if (this.#sql.countCreatedSince.get(account, createdAt - (createdAt % DAY))! >= MAX_NEW_KEYS_PER_DAY)
      throw tooManyToday();
    const key = generateKey();
    const issued = { id: randomBytes(8).toString('hex'), name, prefix: prefixOf(key), createdAt };
    this.#sql.insert.run({ ...issued, account, hash: hashOf(key), replaces });
    return { ...issued, key };
  }

  #durably<T>(work: () => T): T {
    this.#checkFile();
    return durably(this.#db, work);
  }
}

const tooMany = (): KeyError =>
  new KeyError(
    'too_many',
    `An account has at most ${MAX_ACTIVE_KEYS} active keys, including rotated ones that still work; revoke one ` +
      'that is not used.',
  );

const tooManyToday = (): KeyError =>
  new KeyError(
    'too_many_today',
    `An account can create at most ${MAX_NEW_KEYS_PER_DAY} keys per UTC day; try again tomorrow.`,
  );

/** @throws KeyError `bad_name` */
function validName(name: string): string {
  const trimmed = name.normalize('NFC').trim();
  if (trimmed !== '' && trimmed.length <= MAX_NAME_LENGTH && cleanText(trimmed) === trimmed) return trimmed;
  throw new KeyError('bad_name', `A key name has 1 to ${MAX_NAME_LENGTH} printable characters.`);
}
