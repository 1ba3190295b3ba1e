/** DATABASE_URL over TLS, and with a password that a URL cannot hold as it is. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test, type TestContext } from 'node:test';
import { readEngineSettings } from '../../gateway/store/engines.ts';
import { openPostgres } from '../../gateway/store/postgres-engine.ts';
import { runSql, startPostgres, type TestPostgres, withoutPostgres } from '../support/engines.ts';
import { temporaryFolder } from '../support/temporary.ts';

const PASSWORD = 'p@s:s/w%ö?#';
const skip = withoutPostgres || (spawnSync('openssl', ['version']).status !== 0 && 'openssl is not installed');

let server: TestPostgres | undefined;
let database: URL;

before(async () => {
  if (skip) return;
  server = await startPostgres();
  database = new URL(await server.createDatabase());
});
after(() => server?.remove());

/** A certificate for 127.0.0.1 that is its own authority; only connections with TLS and a password are accepted. */
async function demandTls(t: TestContext): Promise<string> {
  const folder = temporaryFolder(t);
  const [key, certificate] = ['key.pem', 'certificate.pem'].map((name) => join(folder, name)) as [string, string];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = spawnSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2', ...subject].concat(
      ...['-keyout', key, '-out', certificate],
    ),
    { encoding: 'utf8' },
  );
  assert.equal(made.status, 0, made.stderr);
  const files = {
    'server.key': readFileSync(key, 'utf8'),
    'server.crt': readFileSync(certificate, 'utf8'),
    'pg_hba.conf': 'host all postgres 127.0.0.1/32 trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n',
  };
  const admin = database.href;
  for (const [name, text] of Object.entries(files)) {
    const lines = text.trim().split('\n');
    const rows = lines.map((line) => `('${line}')`).join(', ');
    await runSql(
      admin,
      `COPY (SELECT * FROM (VALUES ${rows}) AS lines) TO PROGRAM 'cat >${name} && chmod 600 ${name}'`,
    );
  }
  await runSql(admin, `CREATE ROLE hiposantr LOGIN PASSWORD '${PASSWORD}'`);
  await runSql(admin, `ALTER DATABASE ${database.pathname.slice(1)} OWNER TO hiposantr`);
  await runSql(admin, 'ALTER SYSTEM SET ssl = on');
  await runSql(admin, 'SELECT pg_reload_conf()');
  return certificate;
}

/** Whether the connection of a DATABASE_URL is encrypted. @throws AccountsError */
async function isEncrypted(url: string): Promise<boolean> {
  const { databaseUrl } = readEngineSettings({ DATABASE_URL: url });
  const engine = await openPostgres(databaseUrl!);
  try {
    const sql = 'SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()';
    return (await engine.query<{ ssl: boolean }>(sql)).rows[0]!.ssl;
  } finally {
    await engine.close();
  }
}

test('the modes of TLS, and a percent-encoded password', { skip }, async (t) => {
  const certificate = await demandTls(t);
  const url = (mode: string, password = encodeURIComponent(PASSWORD)): string =>
    `postgres://hiposantr:${password}@${database.host}${database.pathname}?sslmode=${mode}`;
  assert.equal(await isEncrypted(`${url('verify-full')}&sslrootcert=${certificate}`), true);
  assert.equal(await isEncrypted(url('no-verify')), true);
  const refused: [url: string, reason: RegExp][] = [
    [url('verify-full'), /DATABASE_URL cannot be used: self-signed certificate/],
    [url('disable'), /DATABASE_URL cannot be used: .*no encryption/],
    [url('no-verify', 'wrong'), /DATABASE_URL cannot be used: password authentication failed/],
    [url('no-verify', PASSWORD), /DATABASE_URL/],
    [`${url('verify-full')}&sslrootcert=/no/such/file`, /DATABASE_URL.*\/no\/such\/file/],
  ];
  for (const [address, reason] of refused)
    await assert.rejects(isEncrypted(address), ({ message }: Error) => {
      assert.match(message, reason);
      assert.doesNotMatch(message, /p@s|p%40s|wrong/);
      return true;
    });
});
