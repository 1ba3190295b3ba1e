/**
 * The service under faults, for long: real processes, killed and starved, and minutes of mixed load.
 *
 *   npm run soak [-- --seed 1 --kills 300 --connections 10000 --minutes 10]
 *
 * Prints figures; the first wrong answer, lost record or file that is not whole ends it with exit code 1.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { random } from '../test/support/synthetic-earthquakes.ts';
import { memoryOf } from './measure.ts';
import { jumpingClock } from './soak/clock.ts';
import { manyConnections } from './soak/connections.ts';
import { damagedFiles } from './soak/damage.ts';
import { fullDisk } from './soak/disk.ts';
import { killLoop } from './soak/kills.ts';
import { mixedLoad } from './soak/load.ts';
import { SoakService } from './soak/service.ts';

const MINUTE = 60_000;
const EARTHQUAKES = 300;
/** Byte patterns tried on the files of one dataset. */
const DAMAGES = 10;
const MALFORMED = 1000;
const SETTINGS = { SOURCES: 'usgs', PLAN_LIMITS: 'free.daily=none,free.burst=none,uncounted.burst=none' };

interface Flags {
  seed: number;
  kills: number;
  connections: number;
  minutes: number;
}

function number(text: string): number {
  if (!/^\d{1,6}(\.\d)?$/.test(text)) throw new InvalidArgumentError('it must be a number.');
  return Number(text);
}

const rssOf = (pid: number): number => Math.round(memoryOf(pid));

async function soak({ seed, kills, connections, minutes }: Flags, folder: string): Promise<void> {
  const dice = random(seed);
  const print = (name: string, figures: object): void =>
    void process.stdout.write(`${name} ${JSON.stringify(figures)}\n`);
  const below = (name: string): string => join(folder, name);
  if (minutes > 0) print('load', await mixedLoad({ folder: below('load'), time: minutes * MINUTE, dice }));
  if (kills > 0) {
    const service = new SoakService(below('kills'), { earthquakes: 60, environment: SETTINGS });
    print('kills', await killLoop({ service, kills, time: 30 * MINUTE, dice, thorough: true }));
  }
  const service = new SoakService(below('service'), { earthquakes: EARTHQUAKES, environment: SETTINGS });
  try {
    await service.run(...service.ingest(1));
    await service.run('generate');
    const onDisk = { folder: mkdtempSync(join(folder, 'disk-')), from: service, round: 2, serve: true };
    print('full disk', await fullDisk({ ...onDisk, left: [4, 60, 120, 400] }));
    for (let pass = 0; pass < DAMAGES; pass += 1) print('damage', await damagedFiles(service, dice));
    print('clock', { answers: await jumpingClock(service, { round: 2, years: [1, -1, 20, 0], thorough: true }) });
    const { url, child } = await service.startGateway();
    const before = rssOf(child.pid!);
    let during = 0;
    const options = { url, connections, malformed: MALFORMED, dice, onOpen: () => (during = rssOf(child.pid!)) };
    print('connections', { ...(await manyConnections(options)), megabytes: { before, during } });
  } finally {
    service.killAll();
  }
}

const program = new Command()
  .option('--seed <number>', 'of all that is random', number, Date.now() % 100_000)
  .option('--kills <number>', 'processes to kill', number, 300)
  .option('--connections <number>', 'open at once', number, 10_000)
  .option('--minutes <number>', 'of mixed load', number, 10)
  .action(async (flags: Flags) => {
    process.stdout.write(`seed ${flags.seed}\n`);
    const folder = mkdtempSync(join(tmpdir(), 'hiposantr-soak-'));
    try {
      await soak(flags, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

await program.parseAsync();
