/**
 * docs/operations/machine.md, line by line, as root in a Debian that debootstrap makes and systemd runs.
 * Not shown: names on the internet, TLS, the agencies themselves; a replay of their formats answers in their place.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { blocksBelow, blocksOf } from '../support/document-lines.ts';
import { hindrance } from '../support/fresh-machine.ts';
import { COMMANDS } from '../support/operator-lines.ts';
import {
  DATA,
  GATEWAYS,
  HOSTING,
  keyed,
  MACHINE,
  operatorMachine,
  type OperatorMachine,
  serving,
  SITE,
  STATUS,
} from '../support/operator-machine.ts';

const skip = hindrance() ?? false;

let machine: OperatorMachine;
/** Of `press`; and of an account after the backup. */
let key = '';
let lost = '';
/** Their statuses, a line each, while the program is replaced. */
let requests: Promise<string>;

interface Around {
  before?: () => Promise<unknown>;
  after?: (output: string) => Promise<unknown>;
}

/** What a section of the document needs, and what is true after its lines. In the order of the document. */
const SECTIONS: Record<string, Around> = {
  Installation: {
    before: installSite,
    after: async () => {
      await machine.untilServed();
      assert.equal((statSync(join(machine.root, 'etc/hiposantr.env')).mode & 0o777).toString(8), '640');
      for (const at of GATEWAYS) assert.match(await machine.run(`curl --silent --fail ${at}/status`), /"afad"/);
    },
  },
  Commands: {
    after: async (output) => {
      key = /sk_\w+/.exec(output)![0];
      machine.placeholders.set(' ID', ` ${/^id +(\w+)$/m.exec(output)![1]}`);
      assert.equal(await machine.statusOf('/api.php?limit=2', keyed(key)), '200');
      assert.match(await machine.run('hiposantr accounts list'), /me@example\.com .* pro +2028-01-01T00:00:00Z/);
      await nothingOfRoot();
      await commandsOfSentences();
    },
  },
  'Is it well?': {
    after: async (output) => {
      assert.match(output, /0 loaded units listed/);
      assert.match(output, /hiposantr_source_failing\{source="afad"\} 0/);
      assert.doesNotMatch(output, /BASE_URL is not set/);
    },
  },
  'Without systemd': {
    before: () => machine.run('systemctl stop hiposantr-watch cron'),
    after: async () => {
      // The daemon alone believes these times, so that each line starts within seconds.
      for (const time of ['02:42:57', '03:09:57']) {
        const fake = `LD_PRELOAD=$(echo /usr/lib/*/faketime/libfaketime.so.1) FAKETIME='@2026-12-01 ${time}'`;
        await machine.run(`${fake} timeout 8 cron -f || true`);
        await machine.until("! grep --quiet --no-messages '[g]enerator/main.ts' /proc/[0-9]*/cmdline");
      }
      assert.equal(machine.backups().length, 1);
      const log = readFileSync(join(machine.root, DATA, 'hiposantr.log'), 'utf8');
      // The month and the five minutes.
      assert.equal(log.match(/afad: \d+ documents/g)?.length, 2, log);
      assert.doesNotMatch(log, /BASE_URL|another hiposantr process/);
      assert.doesNotMatch(await machine.run('journalctl --no-pager -t CRON'), /No MTA|discarding/);
      await machine.run('logrotate --force /etc/logrotate.conf');
      assert.equal(statSync(join(machine.root, DATA, 'hiposantr.log')).size, 0);
      await machine.run('runuser -u hiposantr -- crontab -r && systemctl start cron hiposantr-watch');
    },
  },
  'Restoring a backup': {
    before: async () => {
      const [backup = ''] = machine.backups();
      await machine.run('systemctl stop hiposantr-watch');
      machine.placeholders.set('2026-11-22T03-00-00.000Z', backup);
      await machine.asService(blocksBelow('docs/operations.md', 'Backup'));
      machine.placeholders.set('2026-11-22T03-10-04.512Z', backup);
      machine.placeholders.set('2026-11-22T03:10:04Z', backup.replace(/T(\d\d)-(\d\d)-(\d\d).*/, 'T$1:$2:$3Z'));
      lost = await machine.newKey('lost');
    },
    after: async () => {
      await machine.untilServed();
      assert.equal(await machine.statusOf('/api.php?limit=2', keyed(lost)), '401');
      assert.equal(await machine.statusOf('/api.php?limit=2', keyed(key)), '200');
      await nothingOfRoot();
    },
  },
  'The disk is full': {
    after: async (output) => assert.match(output, /catalog\.db/),
  },
  'A database is damaged': {
    before: async () => {
      await machine.run("systemctl stop 'hiposantr-gateway@*'");
      await machine.run(`cd /${DATA}/data && rm -f accounts.db-* && head -c 90000 /dev/urandom > accounts.db`);
      await machine.run('systemctl start hiposantr-gateway@1 hiposantr-gateway@2');
      await machine.until("journalctl --no-pager --unit hiposantr-gateway@1 | grep 'accounts.db cannot be opened'");
      assert.equal(await machine.statusOf('/harita/'), '200');
    },
    after: served,
  },
  'A feed fails': {
    before: async () => {
      machine.toggleAgencies();
      await machine.run('systemctl restart hiposantr-watch');
      await machine.until(
        `curl --silent http://127.0.0.1:9461/metrics | grep -q '^hiposantr_source_failing{source="afad"} 1'`,
      );
    },
    after: async (output) => {
      assert.match(output, /afad-api is down/);
      machine.toggleAgencies();
    },
  },
  'Another machine': {
    after: served,
  },
  'A new secret or key': {
    before: async () => {
      await machine.run(
        "sed -i.whole 's/^AUTH_SECRET=.*/AUTH_SECRET=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/; /^BASE_URL=/d' /etc/hiposantr.env",
      );
      await machine.run('systemctl restart hiposantr-gateway@1 hiposantr-watch');
      await machine.until(
        "journalctl --no-pager --unit hiposantr-gateway@1 | grep 'AUTH_SECRET is not random: .*openssl rand'",
      );
      await machine.until(
        "journalctl --no-pager --unit hiposantr-watch | grep 'BASE_URL is not set: the RSS feed will name'",
      );
      await machine.run('cat /etc/hiposantr.env.whole > /etc/hiposantr.env && systemctl restart hiposantr-watch');
    },
    after: async (output) => {
      await machine.untilServed();
      for (const one of [key, /sk_\w{20,}/.exec(output)![0]])
        assert.equal(await machine.statusOf('/api.php?limit=2', keyed(one)), '200');
    },
  },
  'A new version': {
    before: async () => {
      machine.clone('/opt/hiposantr-new');
      requests = machine.run(
        `while ! test -e /tmp/enough; do ${STATUS} '${SITE}/api.php?limit=7'; echo; sleep 0.1; done`,
      );
    },
    after: async () => {
      await machine.untilServed();
      await machine.run('touch /tmp/enough');
      assert.deepEqual(new Set((await requests).trim().split('\n')), new Set(['200']));
      const folders = await machine.run(
        'for unit in watch gateway@1 gateway@2; do readlink /proc/$(systemctl show --value --property MainPID hiposantr-$unit)/cwd; done',
      );
      assert.equal(folders, '/opt/hiposantr\n'.repeat(3));
      await nothingOfRoot();
    },
  },
  'PostgreSQL and Redis': {
    after: async () => {
      await machine.untilServed();
      assert.equal(await machine.statusOf('/api.php?limit=2', keyed(key)), '200');
      await machine.run('systemctl stop redis-server');
      assert.equal(await machine.statusOf('/api.php?limit=4', keyed(key)), '503');
      await machine.run('systemctl start redis-server');
      assert.match(await machine.run('zcat /root/accounts.sql.gz'), /COPY public\.api_keys/);
    },
  },
};

/** What other documents name, with `npm run`, beside the gateways. */
async function commandsOfSentences(): Promise<void> {
  await machine.run('systemctl stop hiposantr-watch && install -d /opt/hiposantr/saved');
  const page = readFileSync(join(import.meta.dirname, '../golden/three-agencies/input/1/kandilli.html'));
  writeFileSync(join(machine.root, 'opt/hiposantr/saved/page.html.gz'), gzipSync(page));
  const lines = Object.values(COMMANDS).flatMap((place) => ('lines' in place ? place.lines : []));
  machine.placeholders.set('https://files.quakes.example/prefix', SITE);
  const started = [
    ...blocksBelow('docs/operations.md', 'Exit codes and signals')[0]!.trim().split('\n'),
    ...blocksBelow('docs/operations/object-store.md', 'Gateways: `DIST_URL`')[0]!.trim().split('\n'),
  ];
  const blocks = [
    ...blocksBelow('docs/operations.md', 'Accounts on the command line'),
    ...blocksBelow(HOSTING, 'Hosts that replace all files'),
  ];
  await machine.asService([...new Set(lines), ...blocks, ...started.map(serving)]);
  for (const file of ['site/index.html', 'wrangler.json', 'netlify.toml'])
    assert.ok(existsSync(join(machine.root, DATA, 'deployment', file)), file);
  await machine.run('systemctl start hiposantr-watch');
}

/** Also with the key, and by the service's user alone. */
async function served(): Promise<void> {
  await machine.untilServed();
  assert.equal(await machine.statusOf('/api.php?limit=2', keyed(key)), '200');
  await nothingOfRoot();
}

/** What the service's user could not change; a build may remove folders while they are listed. */
async function nothingOfRoot(): Promise<void> {
  const folders = '/var/lib/hiposantr /var/backups/hiposantr';
  assert.equal(await machine.run('stat --format=%U /var/lib/hiposantr/data/catalog.db'), 'hiposantr\n');
  assert.equal(await machine.run(`find ${folders} ! -user hiposantr 2>/dev/null || true`), '');
}

/** The static site alone, then the upstream of two gateways. */
async function installSite(): Promise<void> {
  const takeUpstream = await machine.installSite();
  assert.ok((JSON.parse(await machine.get('/api.php')) as { count: number }).count > 50);
  assert.match(await machine.get('/'), /<html lang="tr"/);
  assert.equal(await machine.statusOf('/harita'), '200');
  assert.ok((await machine.get('/openapi.json')).startsWith('{\n "openapi": "3.'));
  assert.match(await machine.get('/rss'), /<link>https:\/\/quakes\.example\//);
  assert.equal(await machine.statusOf('/api.php?limit=3'), '503');
  takeUpstream();
}

test("the operator's lines, from the static site to PostgreSQL", { skip }, async (t) => {
  machine = await operatorMachine(t);
  const headings = [...new Set(blocksOf(MACHINE).map(({ heading }) => heading))];
  assert.deepEqual(headings, Object.keys(SECTIONS));
  for (const heading of headings) {
    t.diagnostic(heading);
    const { before, after } = SECTIONS[heading]!;
    await before?.();
    let output = '';
    for (const block of blocksBelow(MACHINE, heading)) output += await machine.runBlock(block);
    await after?.(output);
  }
});
