/**
 * Where each line of the operator's documents is run, and as which user. `machine` is test/slow/operator.test.ts: in a
 * Debian of its own, as root, the commands of the program as `hiposantr`. What is not run says why.
 */

export type Place =
  /** A test that runs it as it stands. */
  | { test: string }
  /** As the user `hiposantr`, in the folder of the program, in this order: the command with its options filled in. */
  | { lines: readonly string[] }
  | { notRun: string };

const MACHINE: Place = { test: 'test/slow/operator.test.ts' };
const FRESH: Place = { test: 'test/slow/fresh-machine.test.ts' };
const STORE: Place = { test: 'test/hosting/object-store.test.ts' };
const CHECKOUT: Place = { notRun: 'a developer’s: `.ci/run` and the tests of scripts/ run it in a checkout' };
const NETWORK = 'needs an account at the company';
const DOCKER: Place = {
  notRun: 'needs a Docker daemon; test/yaml-files.test.ts and test/operations.test.ts read what it would start',
};

/** Blocks of code: `document#heading language`, in their order under a heading. */
export const BLOCKS: Record<string, readonly Place[]> = {
  'docs/hosting.md#nginx sh': [MACHINE],
  'docs/hosting.md#nginx nginx': [MACHINE, MACHINE],
  'docs/hosting.md#Caddy caddyfile': [{ test: 'test/hosting/caddy.test.ts' }],
  'docs/hosting.md#Hosts that replace all files sh': [MACHINE],
  'docs/hosting.md#Cloudflare sh': [{ notRun: NETWORK }],
  'docs/hosting.md#Netlify sh': [{ notRun: NETWORK }],
  'docs/operations.md#Exit codes and signals sh': [MACHINE],
  'docs/operations.md#Containers sh': [DOCKER],
  'docs/operations.md#Accounts on the command line sh': [MACHINE],
  'docs/operations.md#Backup sh': [MACHINE],
  'docs/operations/object-store.md#Publishing sh': [STORE],
  'docs/operations/object-store.md#The list sh': [STORE],
  'docs/operations/object-store.md#The store sh': [{ notRun: NETWORK }],
  'docs/operations/object-store.md#Gateways: `DIST_URL` sh': [MACHINE],
  'docs/operations/release.md#Release checklist sh': [{ notRun: 'needs the tag of a release' }, MACHINE],
};

/** Of docs/operations/machine.md every block is run. */
export const WHOLE = 'docs/operations/machine.md';

/** Commands in sentences; the same in every document. */
export const COMMANDS: Record<string, Place> = {
  'nginx -t && service nginx restart': MACHINE,
  'rsync -a': { notRun: 'names an option alone' },
  'cp -p': { notRun: 'names an option alone' },
  'wrangler dev': { notRun: NETWORK },
  'npm start': FRESH,
  'npm ci': FRESH,
  'npm test': FRESH,
  'npm run test:fast': FRESH,
  'npm run watch [-- --every 60s]': { lines: ['timeout 10 npm run watch -- --every 60s || test $? = 124'] },
  'npm run serve [-- --help]': { lines: ['npm run serve -- --help'] },
  'npm run dev': CHECKOUT,
  'npm run ingest': { lines: ['npm run ingest'] },
  '-- --from 2019-01-01 --to 2019-12-31': { lines: ['npm run ingest -- --from 2019-01-01 --to 2019-12-31'] },
  '-- --source afad': { lines: ['npm run ingest -- --source afad'] },
  "npm run ingest -- --file 'saved/*.html.gz'": {
    lines: ["npm run ingest -- --file 'saved/*.html.gz' --rejects /tmp/rejects.ndjson"],
  },
  'npm run ingest -- --accept ID': { lines: ['npm run ingest -- --accept none 2>&1 | grep -i quarantined'] },
  'npm run ingest -- --source emsc --file FILE': {
    lines: [
      "echo '#EventID|Time|Latitude|Longitude|Depth/km|Author|Catalog|Contributor|ContributorID|MagType|Magnitude|MagAuthor|EventLocationName' > /tmp/emsc.txt",
      'SOURCES=historical,emsc npm run ingest -- --source emsc --file /tmp/emsc.txt',
    ],
  },
  'npm run generate [-- --full]': { lines: ['npm run generate -- --full'] },
  'npm run generate -- --full': { lines: ['npm run generate -- --full'] },
  'npm run generate -- --force': { lines: ['npm run generate -- --force'] },
  'npm run generate -- --changes FILE': { lines: ['npm run generate -- --changes /tmp/changes'] },
  'npm run generate': { lines: ['npm run generate'] },
  'npm run verify': { lines: ['npm run verify'] },
  'npm run explain -- ID [--json]': { lines: ['npm run explain -- 1', 'npm run explain -- 1 --json'] },
  'npm run replay [-- --source afad --from 2026-11-01 --to 2026-11-22T14:30:00Z]': {
    lines: ['npm run replay -- --source afad --from 2026-11-01 --to 2026-11-22T14:30:00Z'],
  },
  'npm run replay': { lines: ['npm run replay'] },
  'npm run publish': { lines: ['! npm run publish'] },
  'npm run backup -- --to DIR [--keep 14]': { lines: ['npm run backup -- --to /tmp/copies --keep 14'] },
  'npm run backup': { lines: ['npm run backup -- --to /tmp/copies'] },
  'npm run backup -- --to DIR': { lines: ['npm run backup -- --to /tmp/copies'] },
  'npm run backup -- --to …': { lines: ['npm run backup -- --to /tmp/copies'] },
  'npm run restore -- DIR/2026-… [--only catalogue|accounts]': MACHINE,
  'npm run restore -- DIR/2026-11-22T03-00-00.000Z': MACHINE,
  'npm run restore -- …': MACHINE,
  'npm run keys -- list|create|rename|rotate|revoke ACCOUNT …': {
    lines: [
      'npm run keys -- create office --new --name one',
      'npm run keys -- list office --json',
      'npm run keys -- revoke office --all',
    ],
  },
  'npm run keys': { lines: ['npm run keys -- list office'] },
  'npm run accounts -- list|create|code|plan|usage …': {
    lines: [
      'npm run accounts -- create them@example.com',
      'npm run accounts -- list --json',
      'npm run accounts -- plan them@example.com',
      'npm run accounts -- usage them@example.com',
    ],
  },
  'npm run accounts -- code ADDRESS': { lines: ['npm run accounts -- code them@example.com'] },
  'npm run accounts -- password': { lines: ['! npm run accounts -- password'] },
  'npm run accounts': { lines: ['npm run accounts -- list'] },
  'npm run accounts -- import [--from FILE]': MACHINE,
  'npm run accounts -- import': MACHINE,
  'npm run check': CHECKOUT,
  'npm run bench [-- NAME] [--json FILE]': CHECKOUT,
  'npm run bench -- day [--events N] [--hours 6]': CHECKOUT,
  'npm run bench': CHECKOUT,
  'npm run synthesize -- --events N --seed S --out DIR': CHECKOUT,
  'npm run real-data -- --data DIR --out DIR': CHECKOUT,
  'npm run pictures': CHECKOUT,
  'npm run watch': MACHINE,
  'hiposantr NAME': MACHINE,
  'hiposantr keys': MACHINE,
  'hiposantr accounts': MACHINE,
  'hiposantr generate --full': { lines: ['npm run generate -- --full'] },
  'npm run NAME --': { notRun: 'names the form of the other commands' },
  'npm run': { notRun: 'names the form of the other commands' },
  'rclone config': { notRun: 'asks for the answers of an operator' },
  'rclone sync': STORE,
  'docker compose build': DOCKER,
  'docker compose up': DOCKER,
  'git tag -s vX.Y.Z && git push --tags': { notRun: 'needs the key of a maintainer' },
  '-- --force': { lines: ['npm run generate -- --force'] },
};

/** Files of configuration, and the test that runs or reads each as it is. */
export const FILES: Record<string, Place> = {
  'docs/hosting/caddy/site.caddy': { test: 'test/hosting/caddy.test.ts' },
  'docs/hosting/cloudflare/_headers': { test: 'test/hosting/deployment.test.ts' },
  'docs/hosting/cloudflare/wrangler.json': { test: 'test/hosting/deployment.test.ts' },
  'docs/hosting/netlify/netlify.toml': { test: 'test/hosting/deployment.test.ts' },
  'docs/hosting/nginx/http.conf': MACHINE,
  'docs/hosting/nginx/server.conf': MACHINE,
  'docs/operations/alerts.yml': { test: 'test/alert-rules.test.ts' },
  'docs/operations/compose/nginx.conf': { test: 'test/hosting/compose.test.ts' },
  'docs/operations/crontab': MACHINE,
  'docs/operations/grafana.json': {
    notRun: 'Grafana is no package of Debian; test/operations.test.ts compares its names',
  },
  'docs/operations/hiposantr': MACHINE,
  'docs/operations/logrotate': MACHINE,
  'docs/operations/systemd/hiposantr-backup.service': MACHINE,
  'docs/operations/systemd/hiposantr-backup.timer': MACHINE,
  'docs/operations/systemd/hiposantr-gateway@.service': MACHINE,
  'docs/operations/systemd/hiposantr-watch.service': MACHINE,
};
