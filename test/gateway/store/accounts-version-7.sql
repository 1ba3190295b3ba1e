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
CREATE TABLE plans (
  account TEXT PRIMARY KEY,
  plan TEXT NOT NULL,
  -- Exclusive; null for no end.
  until INTEGER,
  -- Who granted it: 'operator', 'stripe', …
  source TEXT NOT NULL,
  granted_at INTEGER NOT NULL
) STRICT;
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
CREATE TABLE stripe_events (
  event TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  received_at INTEGER NOT NULL
) STRICT;
CREATE TABLE attempts (
  who BLOB PRIMARY KEY,
  ends_at INTEGER NOT NULL,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE stripe_subscriptions (
  subscription TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  customer TEXT NOT NULL,
  live INTEGER NOT NULL,
  -- Until when it gives the pro plan, exclusive; null when it gives it no longer.
  pro_until INTEGER
, revision INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE login_failures (
  who BLOB PRIMARY KEY,
  failures INTEGER NOT NULL,
  -- 0 for no pause.
  paused_until INTEGER NOT NULL,
  forgotten_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE alert_threads (
  reader TEXT NOT NULL,
  event_id TEXT NOT NULL,
  -- Instant of the publication that was read last.
  published_at INTEGER NOT NULL,
  -- The earthquake as it was told, as JSON; null when it was not.
  told TEXT,
  -- The last message about it.
  message TEXT,
  -- What waits for the end of quiet hours or for the next hour, as JSON.
  held TEXT,
  PRIMARY KEY (reader, event_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE alert_limits (
  reader TEXT PRIMARY KEY,
  -- Instants of the messages of the last hour, as JSON.
  recent TEXT NOT NULL,
  -- When that which is held is sent; null when nothing is.
  held_until INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE alert_messages (
  -- The same for the same content, so that it is written once.
  id TEXT PRIMARY KEY,
  reader TEXT NOT NULL,
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
CREATE TABLE alert_position (
  name TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL,
  published_at INTEGER NOT NULL
) STRICT;
CREATE TABLE alert_readers (
  id TEXT PRIMARY KEY,
  -- 'webhook', 'push' or 'email'.
  channel TEXT NOT NULL,
  -- Null for one without an account.
  account TEXT,
  -- Of an email subscription, `mailto:` and the address.
  url TEXT NOT NULL,
  format TEXT NOT NULL,
  language TEXT NOT NULL,
  -- Fields of the rule that differ from the defaults, as JSON.
  rule TEXT NOT NULL,
  -- Of a webhook, signs messages; of a push subscription, its `auth`; of an email subscription, in its links.
  secret TEXT NOT NULL,
  -- Of a push subscription, its `p256dh`.
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
, network TEXT) STRICT;
CREATE TABLE push_keys (
  name TEXT PRIMARY KEY,
  public_key TEXT NOT NULL,
  private_key TEXT NOT NULL
) STRICT;
CREATE TABLE "user" ("id" text not null primary key, "name" text not null, "email" text not null unique, "emailVerified" integer not null, "image" text, "createdAt" date not null, "updatedAt" date not null);
CREATE TABLE "session" ("id" text not null primary key, "expiresAt" date not null, "token" text not null unique, "createdAt" date not null, "updatedAt" date not null, "ipAddress" text, "userAgent" text, "userId" text not null references "user" ("id") on delete cascade);
CREATE TABLE "account" ("id" text not null primary key, "accountId" text not null, "providerId" text not null, "userId" text not null references "user" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" date, "refreshTokenExpiresAt" date, "scope" text, "password" text, "createdAt" date not null, "updatedAt" date not null);
CREATE TABLE "verification" ("id" text not null primary key, "identifier" text not null, "value" text not null, "expiresAt" date not null, "createdAt" date not null, "updatedAt" date not null);
CREATE INDEX api_keys_by_prefix ON api_keys (prefix);
CREATE INDEX api_keys_by_account ON api_keys (account);
CREATE INDEX attempts_by_end ON attempts (ends_at);
CREATE INDEX stripe_subscriptions_by_account ON stripe_subscriptions (account);
CREATE INDEX login_failures_by_end ON login_failures (forgotten_at);
CREATE INDEX api_keys_by_end ON api_keys (coalesce(revoked_at, expires_at));
CREATE INDEX alert_threads_by_event ON alert_threads (event_id);
CREATE INDEX alert_limits_by_end ON alert_limits (held_until);
CREATE INDEX alert_messages_due ON alert_messages (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX alert_messages_by_webhook ON alert_messages (reader, created_at);
CREATE INDEX alert_readers_by_account ON alert_readers (account);
CREATE UNIQUE INDEX alert_readers_by_endpoint ON alert_readers (url) WHERE channel = 'push';
CREATE INDEX "session_userId_idx" on "session" ("userId");
CREATE INDEX "account_userId_idx" on "account" ("userId");
CREATE INDEX "verification_identifier_idx" on "verification" ("identifier");
INSERT INTO "api_keys" VALUES ('7f75e3c303a12b81', 'QZIL0N4GjWdQIUkQXikE7GKtSFyJR0Oh', 'phone', 'sk_pMXsN', x'76d96d4447fceb60cb7ec54ac4c6b382b9dd76d8827395b35e4b45bd3e392dce', 1795766641853, NULL, NULL, NULL, NULL);
INSERT INTO "plans" VALUES ('QZIL0N4GjWdQIUkQXikE7GKtSFyJR0Oh', 'pro', NULL, 'operator', 1795766641889);
INSERT INTO "usage_days" VALUES ('QZIL0N4GjWdQIUkQXikE7GKtSFyJR0Oh', 20000, '/api.php', '7f75e3c303a12b81', 3);
INSERT INTO "attempts" VALUES (x'16cdf3872cdcfc65b36ee3c6966389689e6a49d3c4697a02aab235d080e9edda', 1795770000000, 1);
INSERT INTO "attempts" VALUES (x'62e28f725e7591505d65d8be986e1ae7599a2d3ef41df2ee775ad10a921b67da', 1795770000000, 1);
INSERT INTO "attempts" VALUES (x'6e29efd1dd42914317e62b2e5c8f73eda6986d0faa9b17e16fd64438e127a883', 1795767000000, 5);
INSERT INTO "attempts" VALUES (x'b8a956e9fcdc01a17a363aaa66d54753bca236d8032cabc9d3fccfbfe6dab64b', 1795770000000, 1);
INSERT INTO "login_failures" VALUES (x'0c31a172e5a53950e8df099878ddc1722445e0be61d07a622f75f3a2f0bf14d8', 1, 0, 1795770242417);
INSERT INTO "login_failures" VALUES (x'1dcacfa4e2dbf513ab8686dd174bce4f63b6b3e76896d8a95717c3aa96933964', 1, 0, 1795853042417);
INSERT INTO "user" VALUES ('QZIL0N4GjWdQIUkQXikE7GKtSFyJR0Oh', '', 'ayse@example.org', 1, NULL, '2026-11-27T08:04:00.676Z', '2026-11-27T08:04:01.235Z');
INSERT INTO "user" VALUES ('km3KWlKV7QUrN6mruFq7Pt9mOnPTuoIE', '', 'never@example.org', 0, NULL, '2026-11-27T08:04:02.397Z', '2026-11-27T08:04:02.397Z');
INSERT INTO "session" VALUES ('kiTDVKoQPmOyeuRbayEQFPVSOZSfHcRL', '2026-12-04T08:04:01.793Z', 'LSbEbTwEFQqgLIuiFv0OySp4wbBVfZIB', '2026-11-27T08:04:01.793Z', '2026-11-27T08:04:01.793Z', '', '', 'QZIL0N4GjWdQIUkQXikE7GKtSFyJR0Oh');
INSERT INTO "account" VALUES ('ixuVRY5s8wTp6IG3bPad4VCrJXFtbXaZ', 'QZIL0N4GjWdQIUkQXikE7GKtSFyJR0Oh', 'credential', 'QZIL0N4GjWdQIUkQXikE7GKtSFyJR0Oh', NULL, NULL, NULL, NULL, NULL, NULL, 'acc54925d93e128fa03b4102658a6978:2cb281d5205dfa50123b436f26c2a023f5ff3ce82ac2b29a0c646f7a677ac7e7f5b90925902ffc22aefc5db7f9f1a4e3ae123f2587197617b4075f2ebe575e00', '2026-11-27T08:04:00.699Z', '2026-11-27T08:04:00.699Z');
INSERT INTO "account" VALUES ('pSZKsr1J1kwLI631P4aTnR3NXY789F4b', 'km3KWlKV7QUrN6mruFq7Pt9mOnPTuoIE', 'credential', 'km3KWlKV7QUrN6mruFq7Pt9mOnPTuoIE', NULL, NULL, NULL, NULL, NULL, NULL, '75b412f4f2d4316e43df5d3b6411f879:c402b86480fee9b41ff22306c900965b7da0a28befe2f79842ff10dd42ecd6b228aaf7a757d8c02b61e0d20de2f3ec7e85c2c11421cd572cbf53cf6b73fc19e6', '2026-11-27T08:04:02.398Z', '2026-11-27T08:04:02.398Z');
INSERT INTO "account" VALUES ('gh', '7', 'github', 'QZIL0N4GjWdQIUkQXikE7GKtSFyJR0Oh', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-27T08:04:02.840Z', '2026-11-27T08:04:02.840Z');
INSERT INTO "verification" VALUES ('LxgrCwdoMxRpg4qFOUz95QQM2eE2wKoJ', 'reset-password:bRluEu3Pron2Jv37gB89J3l6', 'QZIL0N4GjWdQIUkQXikE7GKtSFyJR0Oh', '2026-11-27T09:04:01.939Z', '2026-11-27T08:04:01.939Z', '2026-11-27T08:04:01.939Z');
PRAGMA user_version = 7;
PRAGMA application_id = 2053467233;
