/** The list as a CSV file: what is listed, and texts that a spreadsheet would compute. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { ANSWERS } from '#core/paths.ts';
import { formatInstant, MINUTE } from '#core/time.ts';
import { recentWeekFile } from '../../../generator/outputs/recent.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { earthquake } from '../../support/earthquake.ts';
import { opened, sitePages, VIEWS } from '../../support/site-pages.ts';
import { AS_OF } from '../../support/synthetic-earthquakes.ts';

const pages = sitePages();

const AT = { latitude: 38.5, longitude: 27.125, depthKm: 7.4 };
const DOUBTFUL = { depthKm: null, magnitudeDoubtful: true } as const;
/** The largest and oldest first, the doubtful one at the end: the list is asked for in order of magnitude. */
const EARTHQUAKES = [
  { ...AT, magnitude: 4.2, magnitudeType: 'ML', location: 'Ege Denizi, Karaburun "kıyı" (İzmir)' },
  { ...AT, magnitude: 3.1, magnitudeType: null, location: '=HYPERLINK("http://example.org")', ...DOUBTFUL },
  { ...AT, magnitude: 3, magnitudeType: 'MD', location: "'+1", eventType: 'quarry blast' },
  { ...AT, magnitude: 1.2, magnitudeType: 'ML', location: 'Filtered (İzmir)' },
].map((one, index) => earthquake({ ...one, id: 90_001 + index, time: AS_OF - (9 - index) * MINUTE }));

test('the list as a CSV file', { skip }, async () => {
  const week = path.join(pages.folder, ANSWERS.recentWeek);
  const former = await readFile(week);
  await writeFile(week, recentWeekFile({ earthquakes: EARTHQUAKES.toReversed(), asOf: AS_OF, sequence: 1e6 }));
  try {
    const { page, close, complaints } = await opened(pages, VIEWS[2]);
    await page.goto(`${pages.host.url}/?min_magnitude=3&order=magnitude&blasts=include`);
    await page.waitForSelector('#csv:enabled');
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#csv')]);
    assert.equal(download.suggestedFilename(), 'depremler-2026-07-01.csv');
    const [first, second, third] = EARTHQUAKES.map(({ id, time }) => ({
      time: formatInstant(time),
      end: `${id},${pages.host.url}/deprem/?id=${id}`,
    }));
    assert.deepEqual((await readFile(await download.path(), 'utf8')).split('\r\n'), [
      '\uFEFFoccurred_at,date_precision,latitude,longitude,depth_km,magnitude,magnitude_type,event_type,location,id,url,magnitude_doubtful,magnitude_state,blast_probability,magnitude_source',
      `${first!.time},second,38.5,27.125,7.4,4.2,ML,earthquake,"Ege Denizi, Karaburun ""kıyı"" (İzmir)",${first!.end},,,,`,
      `${third!.time},second,38.5,27.125,7.4,3,MD,quarry blast,''+1,${third!.end},,,,`,
      `${second!.time},second,38.5,27.125,,3.1,,earthquake,"'=HYPERLINK(""http://example.org"")",${second!.end},true,,,`,
      '',
    ]);
    await page.goto(`${pages.host.url}/?q=nowhere`);
    await page.waitForSelector('body[data-ready]');
    assert.ok(await page.locator('#csv').isDisabled(), 'nothing is listed');
    assert.deepEqual(complaints, []);
    await close();
  } finally {
    await writeFile(week, former);
  }
});
