/** API keys of all accounts. A key is shown once, when it is issued; only its hash is stored. */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { cleanText } from '#core/text.ts';
import { DAY, type EpochMs, HOUR } from '#core/time.ts';
import { query, type SqlDatabase, type Values, type Work } from '../store/sql-database.ts';
import { hashOf, isWellFormed, generateKey, prefixOf } from '../http/key-format.ts';

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
/** Time that a revoked or expired key is kept. */
const INACTIVE_RETENTION = 30 * DAY;
const MAX_NAME_LENGTH = 64;
/** Time that a rotated key stays valid beside its successor. */
export const ROTATION_OVERLAP = 24 * HOUR;

const ACTIVE = 'revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)';
const COLUMNS = 'id, name, prefix, created_at AS "createdAt", last_used_at AS "lastUsedAt", expires_at AS "expiresAt"';

const ROWS = {
  insert: `INSERT INTO api_keys (id, account, name, prefix, hash, created_at, replaces)
           VALUES (:id, :account, :name, :prefix, :hash, :createdAt, :replaces)`,
  list: `SELECT ${COLUMNS} FROM api_keys WHERE account = :account AND ${ACTIVE} ORDER BY created_at, rowid`,
  get: `SELECT ${COLUMNS} FROM api_keys WHERE account = :account AND id = :id AND ${ACTIVE}`,
  withPrefix: `SELECT id, account, hash FROM api_keys WHERE prefix = :prefix AND ${ACTIVE}`,
  countActive: `SELECT count(*) AS count FROM api_keys WHERE account = :account AND ${ACTIVE}`,
  countCreatedSince: 'SELECT count(*) AS count FROM api_keys WHERE account = :account AND created_at >= :since',
  deleteInactive: 'DELETE FROM api_keys WHERE coalesce(revoked_at, expires_at) < :before',
  setName: `UPDATE api_keys SET name = :name WHERE account = :account AND id = :id AND ${ACTIVE}`,
  setExpiry: 'UPDATE api_keys SET expires_at = :at WHERE id = :id',
  revoke: `UPDATE api_keys SET revoked_at = :now WHERE account = :account AND id = :id AND ${ACTIVE}`,
  revokeAll: `UPDATE api_keys SET revoked_at = :now WHERE account = :account AND ${ACTIVE}`,
  revokePredecessor: `UPDATE api_keys SET revoked_at = :now
                      WHERE id = (SELECT replaces FROM api_keys WHERE id = :id) AND ${ACTIVE}`,
};

export class KeyStore {
  readonly #database: SqlDatabase;
  readonly #now: () => EpochMs;

  constructor(database: SqlDatabase, now: () => EpochMs) {
    this.#database = database;
    this.#now = now;
  }

  /** @throws KeyError `bad_name`, `too_many`, `too_many_today` */
  async issue(account: string, name: string): Promise<IssuedKey> {
    const valid = validName(name);
    return this.#database.transaction(() => this.#insert(account, valid, null));
  }

  /** Active keys, oldest first. */
  async list(account: string): Promise<ListedKey[]> {
    return (await this.#database.query<ListedKey>(ROWS.list, { account, now: this.#now() })).rows;
  }

  /** Undefined when malformed, unknown, revoked or expired. Revocations by other processes take effect immediately. */
  async find(key: string): Promise<FoundKey | undefined> {
    if (!isWellFormed(key)) return undefined;
    const hash = hashOf(key);
    const values = { prefix: prefixOf(key), now: this.#now() };
    const { rows } = await this.#database.query<FoundKey & { hash: Buffer }>(ROWS.withPrefix, values);
    let found: FoundKey | undefined;
    for (const { id, account, hash: stored } of rows)
      if (stored.length === hash.length && timingSafeEqual(stored, hash)) found = { id, account };
    return found;
  }

  /** @throws KeyError `not_found`, `bad_name` */
  async rename(account: string, id: string, name: string): Promise<void> {
    const values = { account, id, name: validName(name), now: this.#now() };
    if ((await this.#database.query(ROWS.setName, values)).changes === 0) throw notFound();
  }

  /**
   * A new key of the same name. The old key stays valid for {@link ROTATION_OVERLAP}; its predecessor is revoked.
   * @throws KeyError `not_found`, `already_rotated`, `too_many`, `too_many_today`
   */
  async rotate(account: string, id: string): Promise<IssuedKey> {
    return this.#database.transaction(() => this.#rotate(account, id));
  }

  /** @throws KeyError `not_found` */
  async revoke(account: string, id: string): Promise<void> {
    const now = this.#now();
    const changes = await this.#database.transaction(() => changesOf(ROWS.revoke, { account, id, now }));
    if (changes === 0) throw notFound();
  }

  /** @returns the number of keys revoked */
  async revokeAll(account: string): Promise<number> {
    const now = this.#now();
    return this.#database.transaction(() => changesOf(ROWS.revokeAll, { account, now }));
  }

  *#rotate(account: string, id: string): Work<IssuedKey> {
    const now = this.#now();
    const [key] = (yield* query<ListedKey>(ROWS.get, { account, id, now })).rows;
    // Also for another account's key.
    if (!key) throw notFound();
    if (key.expiresAt !== null)
      throw new KeyError('already_rotated', 'This key has already been rotated; rotate its replacement.');
    yield* query(ROWS.revokePredecessor, { id, now });
    const issued = yield* this.#insert(account, key.name, id);
    yield* query(ROWS.setExpiry, { id, at: now + ROTATION_OVERLAP });
    return issued;
  }

  /** @throws KeyError `too_many`, `too_many_today` */
  *#insert(account: string, name: string, replaces: string | null): Work<IssuedKey> {
    const createdAt = this.#now();
    yield* query(ROWS.deleteInactive, { before: createdAt - INACTIVE_RETENTION });
    if ((yield* countOf(ROWS.countActive, { account, now: createdAt })) >= MAX_ACTIVE_KEYS) throw tooMany();
    const since = createdAt - (createdAt % DAY);
    if ((yield* countOf(ROWS.countCreatedSince, { account, since })) >= MAX_NEW_KEYS_PER_DAY) throw tooManyToday();
    const key = generateKey();
    const issued = { id: randomBytes(8).toString('hex'), name, prefix: prefixOf(key), createdAt };
    yield* query(ROWS.insert, { ...issued, account, hash: hashOf(key), replaces });
    return { ...issued, key };
  }
}

function* countOf(sql: string, values: Values): Work<number> {
  return (yield* query<{ count: number }>(sql, values)).rows[0]!.count;
}

function* changesOf(sql: string, values: Values): Work<number> {
  return (yield* query(sql, values)).changes;
}

const notFound = (): KeyError => new KeyError('not_found', 'This account has no such key.');

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
