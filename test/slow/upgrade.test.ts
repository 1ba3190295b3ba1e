/**
 * From the last release to this version and back: the lines of docs/operations/machine.md in a Debian on which the
 * release is installed by the same document. Restarts lose no request; ids, accounts and keys stay.
 */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import test from 'node:test';
import { FORMAT } from '#core/manifest-checksum.ts';
import { blocksBelow } from '../support/document-lines.ts';
import { hindrance } from '../support/fresh-machine.ts';
import { keyed, MACHINE, operatorMachine, type OperatorMachine, SITE, STATUS } from '../support/operator-machine.ts';

const REPOSITORY = join(import.meta.dirname, '../..');

/** The last release, as the history has it. */
function lastRelease(): string | undefined {
  const { stdout } = spawnSync('git', ['-C', REPOSITORY, 'log', '--format=%H', '--grep=^release: ', '-1']);
  return String(stdout).trim() || undefined;
}

const commit = lastRelease();
const skip = hindrance() ?? (commit === undefined ? 'the history has no release' : false);

const ofRelease = (path: string): string =>
  execFileSync('git', ['-C', REPOSITORY, 'show', `${commit}:${path}`], { encoding: 'utf8' });

/** All earthquakes of the list, id and origin time. */
async function earthquakes(machine: OperatorMachine): Promise<string[]> {
  const body = await machine.get('/api.php?limit=500&min_magnitude=1');
  const { earthquakes: all } = JSON.parse(body) as {
    earthquakes: { id: number; event_id: string; occurred_at: string }[];
  };
  return all.map((one) => `${one.id} ${one.event_id} ${one.occurred_at}`).toSorted();
}

const formatOf = async (machine: OperatorMachine): Promise<number> =>
  (JSON.parse(await machine.get('/manifest.json')) as { format: number }).format;

/** The release's own units, as its installation has them. */
async function install(machine: OperatorMachine): Promise<void> {
  const takeUpstream = await machine.installSite();
  takeUpstream();
  const [lines = '', restart = ''] = blocksBelow(MACHINE, 'Installation');
  const has = (line: string): boolean =>
    !line.includes('docs/operations/hiposantr') || ofRelease('docs/operations/').includes('\nhiposantr\n');
  await machine.runBlock(lines.split('\n').filter(has).join('\n'));
  await machine.runBlock(restart);
  await machine.untilServed();
}

test('from the last release to this version, and back', { skip }, async (t) => {
  const machine = await operatorMachine(t, commit);
  await install(machine);
  const formerFormat = await formatOf(machine);
  const created = await machine.asService(['npm run keys -- create press --new', 'npm run keys -- list press --json']);
  const key = /sk_\w+/.exec(created)![0];
  assert.equal(await machine.statusOf('/api.php?limit=2', keyed(key)), '200');
  const former = await earthquakes(machine);
  assert.ok(former.length > 50);

  machine.clone('/opt/hiposantr-new');
  const requests = machine.run(
    `while ! test -e /tmp/enough; do ${STATUS} '${SITE}/api.php?limit=7'; echo; sleep 0.1; done`,
  );
  for (const block of blocksBelow(MACHINE, 'A new version')) await machine.runBlock(block);
  await machine.untilServed();
  await machine.run('touch /tmp/enough');
  assert.deepEqual(new Set((await requests).trim().split('\n')), new Set(['200']));
  assert.equal(await formatOf(machine), FORMAT);
  assert.deepEqual(await earthquakes(machine), former);
  assert.equal(await machine.statusOf('/api.php?limit=2', keyed(key)), '200');
  assert.match(await machine.run('hiposantr keys list press'), /\w/);
  await machine.run('systemctl stop hiposantr-watch && hiposantr verify && systemctl start hiposantr-watch');

  // docs/operations/release.md, back to the old version.
  const [backup = ''] = machine.backups();
  await machine.runBlock(`systemctl stop hiposantr-watch 'hiposantr-gateway@*'
    hiposantr restore /var/backups/hiposantr/${backup}
    mv /opt/hiposantr /opt/hiposantr-new && mv /opt/hiposantr-old /opt/hiposantr
    cp /opt/hiposantr/docs/operations/systemd/* /etc/systemd/system/ && systemctl daemon-reload
    hiposantr generate --force
    systemctl start hiposantr-watch hiposantr-gateway@1 hiposantr-gateway@2
    nginx -t && systemctl reload nginx`);
  await machine.untilServed();
  assert.equal(await formatOf(machine), formerFormat);
  assert.deepEqual(await earthquakes(machine), former);
  assert.equal(await machine.statusOf('/api.php?limit=2', keyed(key)), '200');
});
