/** A service with one hostile feed: the other feeds are published, and a signal ends the process. */
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

/** The agency's response, a record only of another agency, and the message about the response. */
const CASES: [name: string, feed: ReplayedFeed, body: string, other: RegExp, message: RegExp][] = [
  [
    'a megabyte of blanks in a number',
    'afad',
    `${AFAD}${' '.repeat(1_000_000)}x"}]`,
    /"source":"kandilli"/,
    /afad-api\): 1 rows, 0 new, 0 known, 1 rejects\n.*the row has 1000078 characters/,
  ],
  [
    'a megabyte of dashes',
    'live',
    `${PAGE}${'-'.repeat(1_000_000)}x\n</pre>`,
    /"source":"afad"/,
    /kandilli-live is down: .*a broken page: .*the row has 1000001 characters/,
  ],
  [
    '<pre without an end',
    'live',
    `${PAGE.replace('<pre>', '')}${'<pre '.repeat(200_000)}`,
    /"source":"afad"/,
    /kandilli-live is down: .*there is no <pre> with a list in it/,
  ],
  [
    'a row of blanks',
    'live',
    `${PAGE}${LIVE_ROW}${' '.repeat(1_000_000)}\rx\n</pre>`,
    /"source":"afad"/,
    /kandilli-live is down: .*a broken page: .*the row has 1000073 characters/,
  ],
  [
    'arrays inside each other',
    'usgs',
    `{"type":"FeatureCollection","metadata":${'['.repeat(4_000_000)}`,
    /"source":"afad"/,
    /usgs-fdsn is down: .*JSON of more than 32 levels/,
  ],
];

for (const [name, feed, body, other, sentence] of CASES)
  test(
    `${feed} answers ${name}: the other feeds are published, and SIGTERM ends the process`,
    { timeout: 120_000 },
    async (t) => {
      const replay = await replayServer();
      t.after(() => replay.close());
      replay.modes[feed] = 'given';
      replay.bodies[feed] = Buffer.from(body);
      const folder = temporaryFolder(t);
      const settings = settingsIn(folder, { ...replay.environment, OFFLINE: '0', SOURCES: LIVE });
      const { child, ended, printed: message } = run(settings, 'watch');
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
      await message(sentence);
      child.kill('SIGTERM');
      const { code } = await ended;
      assert.equal(code, 0);
    },
  );
