/** A service with hostile feeds: the other feeds are published, and a signal ends the process. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { LIVE, run, settingsIn, until } from '../support/project.ts';
import { replayServer, type ReplayedFeed } from '../support/replay-server.ts';
import { temporaryFolder } from '../support/temporary.ts';

const PAGE =
  '<html><title>Son Depremler</title><pre>\nTarih      Saat      Enlem(N)  Boylam(E) Derinlik(km)  MD   ML   Mw    Yer\n-----\n';
const LIVE_ROW = '2026.09.17 00:42:48  35.8702   33.9887       24.1      -.-  1.8  -.-   ';
const AFAD = '[{"eventID":"7","date":"2024-01-06T11:53:31","longitude":"26.8","latitude":"';

interface Hostile {
  feed: ReplayedFeed;
  body: string;
  /** What is said about the response. */
  message: RegExp;
}

/** Responses of one service, and a record only of another agency. */
const CASES: { name: string; hostile: Hostile[]; other: RegExp }[] = [
  {
    name: 'afad answers a megabyte of blanks in a number',
    hostile: [
      {
        feed: 'afad',
        body: `${AFAD}${' '.repeat(1_000_000)}x"}]`,
        message: /afad-api\): 1 rows, 0 new, 0 known, 1 rejects\n.*the row has 1000078 characters/,
      },
    ],
    other: /"source":"kandilli"/,
  },
  {
    name: 'live answers a megabyte of dashes',
    hostile: [
      {
        feed: 'live',
        body: `${PAGE}${'-'.repeat(1_000_000)}x\n</pre>`,
        message: /kandilli-live is down: .*a broken page: .*the row has 1000001 characters/,
      },
    ],
    other: /"source":"afad"/,
  },
  {
    name: 'live answers a row of blanks',
    hostile: [
      {
        feed: 'live',
        body: `${PAGE}${LIVE_ROW}${' '.repeat(1_000_000)}\rx\n</pre>`,
        message: /kandilli-live is down: .*a broken page: .*the row has 1000073 characters/,
      },
    ],
    other: /"source":"afad"/,
  },
  {
    name: 'live answers <pre without an end, usgs arrays inside each other',
    hostile: [
      {
        feed: 'live',
        body: `${PAGE.replace('<pre>', '')}${'<pre '.repeat(200_000)}`,
        message: /kandilli-live is down: .*there is no <pre> with a list in it/,
      },
      {
        feed: 'usgs',
        body: `{"type":"FeatureCollection","metadata":${'['.repeat(4_000_000)}`,
        message: /usgs-fdsn is down: .*broken or truncated JSON/,
      },
    ],
    other: /"source":"afad"/,
  },
];

for (const { name, hostile, other } of CASES)
  test(`${name}: the other feeds are published, and SIGTERM ends the process`, async (t) => {
    const replay = await replayServer();
    t.after(() => replay.close());
    for (const { feed, body } of hostile) {
      replay.modes[feed] = 'given';
      replay.bodies[feed] = Buffer.from(body);
    }
    const folder = temporaryFolder(t);
    const settings = settingsIn(folder, { ...replay.environment, OFFLINE: '0', SOURCES: LIVE });
    const { child, ended, printed } = run(settings, 'watch');
    t.after(() => child.kill('SIGKILL'));
    const list = (): string => {
      try {
        return readFileSync(join(folder, 'dist', 'list.json'), 'utf8');
      } catch {
        return '';
      }
    };
    await until(
      () => Promise.resolve(list()),
      (text) => other.test(text),
    );
    for (const { message } of hostile) await printed(message);
    child.kill('SIGTERM');
    const { code } = await ended;
    assert.equal(code, 0);
  });
