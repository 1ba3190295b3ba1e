CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  name TEXT NOT NULL,
  prefix TEXT COLLATE "C" NOT NULL,
  hash BYTEA NOT NULL,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT,
  expires_at BIGINT,
  revoked_at BIGINT,
  replaces TEXT,
  -- The order of insertion, which SQLite has under this name.
  rowid BIGINT GENERATED ALWAYS AS IDENTITY
);
CREATE INDEX api_keys_by_prefix ON api_keys (prefix);
CREATE INDEX api_keys_by_account ON api_keys (account);
CREATE INDEX api_keys_by_end ON api_keys (coalesce(revoked_at, expires_at));

CREATE TABLE plans (
  account TEXT PRIMARY KEY,
  plan TEXT NOT NULL,
  until BIGINT,
  source TEXT NOT NULL,
  granted_at BIGINT NOT NULL
);

CREATE TABLE meter_windows (
  caller TEXT COLLATE "C" PRIMARY KEY,
  day BIGINT NOT NULL,
  day_count BIGINT NOT NULL,
  minute BIGINT NOT NULL,
  minute_count BIGINT NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX meter_windows_by_day ON meter_windows (day);

CREATE TABLE usage_days (
  account TEXT NOT NULL,
  day BIGINT NOT NULL,
  endpoint TEXT COLLATE "C" NOT NULL,
  key_id TEXT COLLATE "C" NOT NULL,
  count BIGINT NOT NULL,
  PRIMARY KEY (account, day, endpoint, key_id)
);
CREATE INDEX usage_days_by_day ON usage_days (day);

CREATE TABLE stripe_events (
  event TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  received_at BIGINT NOT NULL
);

CREATE TABLE attempts (
  who BYTEA PRIMARY KEY,
  ends_at BIGINT NOT NULL,
  count BIGINT NOT NULL
);
CREATE INDEX attempts_by_end ON attempts (ends_at);

CREATE TABLE stripe_subscriptions (
  subscription TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  customer TEXT NOT NULL,
  live BIGINT NOT NULL,
  pro_until BIGINT,
  revision BIGINT NOT NULL DEFAULT 0,
  rowid BIGINT GENERATED ALWAYS AS IDENTITY
);
CREATE INDEX stripe_subscriptions_by_account ON stripe_subscriptions (account);

CREATE TABLE login_failures (
  who BYTEA PRIMARY KEY,
  failures BIGINT NOT NULL,
  paused_until BIGINT NOT NULL,
  forgotten_at BIGINT NOT NULL
);
CREATE INDEX login_failures_by_end ON login_failures (forgotten_at);
