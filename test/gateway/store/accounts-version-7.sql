CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  account TEXT NOT NULL,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL,
  hash BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  expires_at INTEGER,
  revoked_at INTEGER,
  replaces TEXT
) STRICT;
CREATE TABLE plans (
  account TEXT PRIMARY KEY,
  plan TEXT NOT NULL,
  until INTEGER,
  source TEXT NOT NULL,
  granted_at INTEGER NOT NULL
) STRICT;
CREATE TABLE usage_days (
  account TEXT NOT NULL,
  day INTEGER NOT NULL,
  endpoint TEXT NOT NULL,
  key_id TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (account, day, endpoint, key_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE attempts (
  who BLOB PRIMARY KEY,
  ends_at INTEGER NOT NULL,
  count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE login_failures (
  who BLOB PRIMARY KEY,
  failures INTEGER NOT NULL,
  paused_until INTEGER NOT NULL,
  forgotten_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE alert_threads (
  reader TEXT NOT NULL,
  event_id TEXT NOT NULL,
  published_at INTEGER NOT NULL,
  told TEXT,
  message TEXT,
  held TEXT,
  PRIMARY KEY (reader, event_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE alert_limits (
  reader TEXT PRIMARY KEY,
  recent TEXT NOT NULL,
  held_until INTEGER
) STRICT, WITHOUT ROWID;
CREATE TABLE alert_messages (
  id TEXT PRIMARY KEY,
  reader TEXT NOT NULL,
  host TEXT NOT NULL,
  kind TEXT NOT NULL,
  follows TEXT,
  body TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  due_at INTEGER,
  attempts INTEGER NOT NULL,
  attempted_at INTEGER,
  outcome TEXT,
  status INTEGER,
  error TEXT
) STRICT;
CREATE TABLE alert_readers (
  id TEXT PRIMARY KEY,
  channel TEXT NOT NULL,
  account TEXT,
  url TEXT NOT NULL,
  format TEXT NOT NULL,
  language TEXT NOT NULL,
  rule TEXT NOT NULL,
  secret TEXT NOT NULL,
  public_key TEXT,
  former_secret TEXT,
  former_until INTEGER,
  created_at INTEGER NOT NULL,
  failing_since INTEGER,
  off_at INTEGER,
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
INSERT INTO "user" VALUES ('QZIL0N4GjWdQIUkQXikE7GKtSFyJR0Oh', '', 'ayse@example.org', 1, NULL, '2026-11-27T08:04:00.676Z', '2026-11-27T08:04:01.235Z');
INSERT INTO "user" VALUES ('km3KWlKV7QUrN6mruFq7Pt9mOnPTuoIE', '', 'never@example.org', 0, NULL, '2026-11-27T08:04:02.397Z', '2026-11-27T08:04:02.397Z');
INSERT INTO "session" VALUES ('kiTDVKoQPmOyeuRbayEQFPVSOZSfHcRL', '2026-12-04T08:04:01.793Z', 'LSbEbTwEFQqgLIuiFv0OySp4wbBVfZIB', '2026-11-27T08:04:01.793Z', '2026-11-27T08:04:01.793Z', '', '', 'QZIL0N4GjWdQIUkQXikE7GKtSFyJR0Oh');
INSERT INTO "account" VALUES ('ixuVRY5s8wTp6IG3bPad4VCrJXFtbXaZ', 'QZIL0N4GjWdQIUkQXikE7GKtSFyJR0Oh', 'credential', 'QZIL0N4GjWdQIUkQXikE7GKtSFyJR0Oh', NULL, NULL, NULL, NULL, NULL, NULL, 'acc54925d93e128fa03b4102658a6978:2cb281d5205dfa50123b436f26c2a023f5ff3ce82ac2b29a0c646f7a677ac7e7f5b90925902ffc22aefc5db7f9f1a4e3ae123f2587197617b4075f2ebe575e00', '2026-11-27T08:04:00.699Z', '2026-11-27T08:04:00.699Z');
INSERT INTO "account" VALUES ('pSZKsr1J1kwLI631P4aTnR3NXY789F4b', 'km3KWlKV7QUrN6mruFq7Pt9mOnPTuoIE', 'credential', 'km3KWlKV7QUrN6mruFq7Pt9mOnPTuoIE', NULL, NULL, NULL, NULL, NULL, NULL, '75b412f4f2d4316e43df5d3b6411f879:c402b86480fee9b41ff22306c900965b7da0a28befe2f79842ff10dd42ecd6b228aaf7a757d8c02b61e0d20de2f3ec7e85c2c11421cd572cbf53cf6b73fc19e6', '2026-11-27T08:04:02.398Z', '2026-11-27T08:04:02.398Z');
INSERT INTO "account" VALUES ('gh', '7', 'github', 'QZIL0N4GjWdQIUkQXikE7GKtSFyJR0Oh', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '2026-11-27T08:04:02.840Z', '2026-11-27T08:04:02.840Z');
INSERT INTO "verification" VALUES ('LxgrCwdoMxRpg4qFOUz95QQM2eE2wKoJ', 'reset-password:bRluEu3Pron2Jv37gB89J3l6', 'QZIL0N4GjWdQIUkQXikE7GKtSFyJR0Oh', '2026-11-27T09:04:01.939Z', '2026-11-27T08:04:01.939Z', '2026-11-27T08:04:01.939Z');
PRAGMA user_version = 7;
PRAGMA application_id = 2053467233;
