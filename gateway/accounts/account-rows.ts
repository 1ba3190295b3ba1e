/** All that is stored about an account: what its deletion deletes, and its owner may have. */
import { DAY, formatDay, formatInstant } from '#core/time.ts';
import type { SqlDatabase } from '../store/sql-database.ts';
import { accountWindow } from '../access/quota/windows.ts';

interface AccountRows {
  /** A table, and which of its rows. */
  rows: string;
  /** In the owner's copy; undefined: secrets, or the same again. */
  copied?: { name: string; columns: string };
}

/** Alerts by email belong to the account's address, with the account or without. */
const EMAIL_ALERTS = `channel = 'email' AND url = (SELECT 'mailto:' || lower(email) FROM "user" WHERE id = :id)`;
const OF_SUBSCRIBERS = `subscriber IN (SELECT id FROM alert_subscribers WHERE account = :id OR ${EMAIL_ALERTS})`;

/** In our own tables and those of the authentication library. Hashes and tokens are never copied. */
export const ACCOUNT_ROWS: readonly AccountRows[] = [
  { rows: `alert_threads WHERE ${OF_SUBSCRIBERS}` },
  { rows: `alert_limits WHERE ${OF_SUBSCRIBERS}` },
  {
    rows: `alert_messages WHERE ${OF_SUBSCRIBERS}`,
    copied: { name: 'messages', columns: 'id, subscriber, kind, body, created_at, attempts, outcome, status' },
  },
  {
    rows: 'alert_subscribers WHERE account = :id',
    copied: { name: 'webhooks', columns: 'id, url, format, language, rule, created_at, off_at, off_reason' },
  },
  {
    rows: `alert_subscribers WHERE ${EMAIL_ALERTS}`,
    copied: { name: 'email_alerts', columns: 'id, language, rule, created_at, off_at, off_reason' },
  },
  {
    rows: 'api_keys WHERE account = :id',
    copied: { name: 'keys', columns: 'id, name, prefix, created_at, last_used_at, expires_at, revoked_at, replaces' },
  },
  { rows: 'plans WHERE account = :id', copied: { name: 'plans', columns: 'plan, until, source, granted_at' } },
  {
    rows: 'stripe_subscriptions WHERE account = :id',
    copied: { name: 'subscriptions', columns: 'subscription, customer, pro_until' },
  },
  {
    rows: 'usage_days WHERE account = :id',
    copied: { name: 'usage', columns: 'day, endpoint, key_id, count' },
  },
  { rows: 'meter_windows WHERE caller = :window' },
  {
    rows: 'session WHERE "userId" = :id',
    copied: {
      name: 'sessions',
      columns: '"createdAt" AS created_at, "expiresAt" AS expires_at, "userAgent" AS user_agent',
    },
  },
  {
    rows: 'account WHERE "userId" = :id',
    copied: { name: 'logins', columns: '"providerId" AS provider, "createdAt" AS created_at' },
  },
  {
    rows: '"user" WHERE id = :id',
    copied: { name: 'account', columns: 'id, email, "emailVerified" AS email_confirmed, "createdAt" AS created_at' },
  },
];

export const valuesOf = (id: string): { id: string; window: string } => ({ id, window: accountWindow(id) });

type Row = Record<string, unknown>;

/** A copy for the owner (GDPR, article 20; KVKK, article 11): rows by kind, instants as RFC 3339. */
export async function copyOfAccount(database: SqlDatabase, id: string): Promise<Record<string, Row[]>> {
  const copies: Record<string, Row[]> = {};
  for (const { rows, copied } of ACCOUNT_ROWS) {
    if (!copied) continue;
    const found = await database.query<Row>(`SELECT ${copied.columns} FROM ${rows}`, valuesOf(id));
    copies[copied.name] = found.rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, readable(name, value)])),
    );
  }
  return copies;
}

/** The library's columns are ISO 8601 and 0 or 1 in SQLite, dates and booleans in PostgreSQL. */
function readable(name: string, value: unknown): unknown {
  if (value === null) return null;
  if (name === 'day') return formatDay((value as number) * DAY);
  if (name === 'email_confirmed') return Boolean(value);
  if (!/(?:_at|until)$/.test(name)) return value;
  return formatInstant(typeof value === 'number' ? value : new Date(value as string | Date).getTime());
}
