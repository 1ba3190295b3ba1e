/**
 * Our tables in `accounts.db` or PostgreSQL, beside those of the authentication library (`user`, `session`, …).
 * Instants are EpochMs, `day` and `minute` count from 1970-01-01T00:00:00Z, an account is the library's user id or a
 * name chosen by the operator.
 */

/** SQL; of the authentication library's tables, which are perhaps not there yet, only where they are. */
export type SchemaStep = string | { where: string; sql: string };

/** Step n migrates version n of SQLite to n + 1. A released step is never changed. */
export const MIGRATIONS: readonly SchemaStep[] = [
  `
-- A key is kept as its hash and its first characters.
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  hash BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  -- Renewed once a minute at most.
  last_used_at INTEGER,
  -- Set when another key takes its place: it works until then.
  expires_at INTEGER,
  revoked_at INTEGER,
  -- The key that it replaces.
  replaces TEXT
) STRICT;
CREATE INDEX api_keys_by_prefix ON api_keys (prefix);
CREATE INDEX api_keys_by_account ON api_keys (account);

-- An account without a row is free.
CREATE TABLE plans (
  account TEXT PRIMARY KEY,
  plan TEXT NOT NULL,
  -- Exclusive; null for no end.
  until INTEGER,
  -- Who granted it: 'operator', 'stripe', …
  source TEXT NOT NULL,
  granted_at INTEGER NOT NULL
) STRICT;

-- What each caller ('account:…' or 'address:…') has used of the day and the minute that it last asked in.
CREATE TABLE meter_windows (
  caller TEXT PRIMARY KEY,
  day INTEGER NOT NULL,
  day_count INTEGER NOT NULL,
  minute INTEGER NOT NULL,
  minute_count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE usage_days (
  account TEXT NOT NULL,
  day INTEGER NOT NULL,
  endpoint TEXT NOT NULL,
  key_id TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (account, day, endpoint, key_id)
) STRICT, WITHOUT ROWID;

-- Events of the payment service that were dealt with.
CREATE TABLE stripe_events (
  event TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;
`,
  `
-- Who has made how many attempts (SHA-256 of an address or the like) in the window that ends then.
CREATE TABLE attempts (
  who BLOB PRIMARY KEY,
  ends_at INTEGER NOT NULL,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX attempts_by_end ON attempts (ends_at);

CREATE TABLE stripe_subscriptions (
  subscription TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  customer TEXT NOT NULL,
  live INTEGER NOT NULL,
  -- Until when it gives the pro plan, exclusive; null when it gives it no longer.
  pro_until INTEGER
) STRICT;
CREATE INDEX stripe_subscriptions_by_account ON stripe_subscriptions (account);
`,
  `
-- Wrong passwords of late, by account, address or browser (SHA-256 of its name), and until when the next try is refused.
CREATE TABLE login_failures (
  who BLOB PRIMARY KEY,
  failures INTEGER NOT NULL,
  -- 0 for no pause.
  paused_until INTEGER NOT NULL,
  forgotten_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX login_failures_by_end ON login_failures (forgotten_at);

-- Raised at every write: who asked Stripe before another gateway wrote has an older answer.
ALTER TABLE stripe_subscriptions ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
`,
  `
CREATE INDEX api_keys_by_end ON api_keys (coalesce(revoked_at, expires_at));
`,
  `
CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  url TEXT NOT NULL,
  format TEXT NOT NULL,
  language TEXT NOT NULL,
  -- Fields of the rule that differ from the defaults, as JSON.
  rule TEXT NOT NULL,
  -- Signs messages, so it cannot be a hash.
  secret TEXT NOT NULL,
  -- Signs beside the other one until then.
  former_secret TEXT,
  former_until INTEGER,
  created_at INTEGER NOT NULL,
  -- Since when every attempt failed; null when the last one succeeded.
  failing_since INTEGER,
  off_at INTEGER,
  -- Why the service switched it off; null for its owner.
  off_reason TEXT
) STRICT;
CREATE INDEX webhooks_by_account ON webhooks (account);

-- What a webhook was told of an earthquake.
CREATE TABLE alert_threads (
  webhook TEXT NOT NULL,
  event_id TEXT NOT NULL,
  -- Instant of the publication that was read last.
  published_at INTEGER NOT NULL,
  -- The earthquake as it was told, as JSON; null when it was not.
  told TEXT,
  -- The last message about it.
  message TEXT,
  -- What waits for the end of quiet hours or for the next hour, as JSON.
  held TEXT,
  PRIMARY KEY (webhook, event_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_threads_by_event ON alert_threads (event_id);

CREATE TABLE alert_limits (
  webhook TEXT PRIMARY KEY,
  -- Instants of the messages of the last hour, as JSON.
  recent TEXT NOT NULL,
  -- When that which is held is sent; null when nothing is.
  held_until INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX alert_limits_by_end ON alert_limits (held_until);

CREATE TABLE alert_messages (
  -- The same for the same content, so that it is written once.
  id TEXT PRIMARY KEY,
  webhook TEXT NOT NULL,
  host TEXT NOT NULL,
  kind TEXT NOT NULL,
  -- The message before it about the same earthquake, which goes first.
  follows TEXT,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- The next attempt; during one, when another process may repeat it; null when it is finished.
  due_at INTEGER,
  attempts INTEGER NOT NULL,
  attempted_at INTEGER,
  -- 'delivered', 'failed' or 'dropped'; null until it is finished.
  outcome TEXT,
  -- Of the last attempt.
  status INTEGER,
  error TEXT
) STRICT;
CREATE INDEX alert_messages_due ON alert_messages (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX alert_messages_by_webhook ON alert_messages (webhook, created_at);

-- How far the log of changes was read, in one row.
CREATE TABLE alert_position (
  name TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL,
  published_at INTEGER NOT NULL
) STRICT;
`,
  `
-- Who is told of earthquakes: in place of webhooks.
CREATE TABLE alert_readers (
  id TEXT PRIMARY KEY,
  -- 'webhook', 'push' or 'email'.
  channel TEXT NOT NULL,
  -- Null for one without an account.
  account TEXT,
  -- Of an email subscription, \`mailto:\` and the address.
  url TEXT NOT NULL,
  format TEXT NOT NULL,
  language TEXT NOT NULL,
  -- Fields of the rule that differ from the defaults, as JSON.
  rule TEXT NOT NULL,
  -- Of a webhook, signs messages; of a push subscription, its \`auth\`; of an email subscription, in its links.
  secret TEXT NOT NULL,
  -- Of a push subscription, its \`p256dh\`.
  public_key TEXT,
  -- Signs beside the other one until then.
  former_secret TEXT,
  former_until INTEGER,
  created_at INTEGER NOT NULL,
  -- Since when every attempt failed; null when the last one succeeded.
  failing_since INTEGER,
  off_at INTEGER,
  -- Why the service switched it off, or 'unconfirmed'; null for its owner.
  off_reason TEXT
) STRICT;
CREATE INDEX alert_readers_by_account ON alert_readers (account);
CREATE UNIQUE INDEX alert_readers_by_endpoint ON alert_readers (url) WHERE channel = 'push';
INSERT INTO alert_readers (id, channel, account, url, format, language, rule, secret, former_secret, former_until,
    created_at, failing_since, off_at, off_reason)
  SELECT id, 'webhook', account, url, format, language, rule, secret, former_secret, former_until,
    created_at, failing_since, off_at, off_reason FROM webhooks;
DROP TABLE webhooks;
ALTER TABLE alert_threads RENAME COLUMN webhook TO reader;
ALTER TABLE alert_limits RENAME COLUMN webhook TO reader;
ALTER TABLE alert_messages RENAME COLUMN webhook TO reader;

-- The key pair that signs Web Push messages (VAPID, RFC 8292), base64url, in one row.
CREATE TABLE push_keys (
  name TEXT PRIMARY KEY,
  public_key TEXT NOT NULL,
  private_key TEXT NOT NULL
) STRICT;
`,
  `
-- Of a subscription without an account: a keyed hash of the network that it came from (an IPv4 /24, an IPv6 /48 block).
ALTER TABLE alert_readers ADD COLUMN network TEXT;
`,
  `
DROP TABLE login_failures;
`,
  {
    where: 'account',
    sql: `
DELETE FROM account WHERE "providerId" = 'credential';
DELETE FROM verification WHERE identifier LIKE 'reset-password:%';
`,
  },
  `
ALTER TABLE alert_readers RENAME TO alert_subscribers;
ALTER TABLE alert_threads RENAME COLUMN reader TO subscriber;
ALTER TABLE alert_threads RENAME COLUMN told TO notified;
ALTER TABLE alert_limits RENAME COLUMN reader TO subscriber;
ALTER TABLE alert_messages RENAME COLUMN reader TO subscriber;
`,
];
