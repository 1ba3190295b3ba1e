import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { AGENCIES, type Agency } from '#core/agencies.ts';
import { REGION } from '#core/region.ts';
import { formatInstant } from '#core/time.ts';
import { openCatalog } from '../../../generator/catalog/database.ts';
import { ingestFiles } from '../../../generator/ingest.ts';
import { TURHEC_COLUMNS, turhecFile } from '../../../generator/sources/turhec/file.ts';
import { assertAccounted, parseText, refusal } from '../../support/feed-data.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const HEADER = TURHEC_COLUMNS.join(',');

test('reads early dates, second 60.0 and absent values', () => {
  const text = [
    HEADER,
    'a1,1999,8,17,0,1,38.8,40.76,29.97,17.0,7.6,7.8,6.3,,7.4',
    ',1999,8,17,0,59,60.0,40.76,29.97,-,4.0,,-,,',
    ',1903,5,,,,,40,30,,5.0,,,,',
    ',1903,5,3,7,,,40,30,,,,,,',
  ].join('\n');
  assert.ok(turhecFile.recognise(text));
  const parsed = parseText(turhecFile, text);
  assertAccounted(parsed);
  const [izmit, sixty, month, hour] = parsed.reports;
  assert.equal(formatInstant(izmit!.time), '1999-08-17T00:01:38.800Z');
  assert.deepEqual(
    izmit!.magnitudes.map(({ type, value }) => `${type} ${value}`),
    ['Mw* 7.6', 'Ms 7.8', 'mb 6.3', 'MD 7.4'],
  );
  assert.deepEqual([izmit!.key, izmit!.depthKm, izmit!.place, izmit!.quality], ['a1', 17, null, null]);
  assert.equal(formatInstant(sixty!.time), '1999-08-17T01:00:00Z');
  assert.deepEqual([sixty!.key, sixty!.depthKm, sixty!.magnitudes], [null, null, [{ type: 'Mw*', value: 4 }]]);
  assert.deepEqual([month!.precision, formatInstant(month!.time)], ['month', '1903-05-01T00:00:00Z']);
  assert.deepEqual([hour!.precision, hour!.magnitudes], ['hour', []]);
});

const BAD_ROWS: [string, string, RegExp][] = [
  ['a month 13', ',2001,13,1,0,0,0,38,30,5,4,,,,', /no such date/],
  ['second 75', ',2001,2,3,0,0,75,38,30,5,4,,,,', /no such date/],
  ['a fraction of a day', ',2001,2,3.5,0,0,0,38,30,5,4,,,,', /no such date/],
  ['no year', ',,2,3,0,0,0,38,30,5,4,,,,', /year is missing/],
  ['an hour without a day', ',2001,2,,4,0,0,38,30,5,4,,,,', /second is given without the day/],
  ['no latitude', ',2001,2,3,0,0,0,,30,5,4,,,,', /latitude is missing/],
  ['a magnitude of letters', ',2001,2,3,0,0,0,38,30,5,four,,,,', /magnitude "four" is not a number/],
  ['few columns', '2001,2,3', /3 columns where the header has 15/],
];

for (const [name, row, reason] of BAD_ROWS) {
  test(`a row with ${name} is one reject and the rest is read`, () => {
    const good = (day: number): string => `,2001,1,${day},0,0,0,38,30,5,4,,,,`;
    const parsed = parseText(turhecFile, [HEADER, good(1), row, good(2)].join('\r\n'));
    assertAccounted(parsed);
    assert.equal(parsed.reports.length, 2);
    assert.deepEqual([parsed.rejects.length, parsed.rejects[0]!.line], [1, 3]);
    assert.match(parsed.rejects[0]!.reason, reason);
  });
}

test('a file without its columns is refused and says which are missing', async (t) => {
  assert.match(refusal(turhecFile, 'eventid,year\n1,2001\n'), /column month, day, .*mw\*.* missing/);
  const path = join(temporaryFolder(t), 'catalogue.txt');
  writeFileSync(path, '# a b c\n1999 8 17\n');
  const db = openCatalog(':memory:');
  t.after(() => db.close());
  const options = { db, now: Date.now, region: REGION, agencies: AGENCIES, placeName: () => null };
  const reasonFor = async (agency?: Agency): Promise<string> =>
    (await ingestFiles(options, [path], { ...(agency ? { agency } : {}) })).failed[0]!.reason;
  assert.match(await reasonFor('turhec'), /column eventid, year/);
  for (const agency of [undefined, 'afad'] as const) assert.match(await reasonFor(agency), /^not recognised/);
});

test('documents of other feeds are not recognised', () => {
  for (const head of [
    '',
    'time,latitude,longitude,depth,mag,magType,nst,id\n',
    'Date,Longitude,Latitude,Depth,Rms,Type,Magnitude,Location,EventID\n',
    'No,Deprem Kodu,Olus tarihi,Olus zamani,Enlem,Boylam,Derinlik,xM,MD,ML,Mw,Ms,Mb,Tip,Yer\n',
    'key,year,month,day,hour,minute,second,latitude,longitude,depth_km,magnitude,magnitude_type,place\n',
    '[{"Mw*":1}]',
  ])
    assert.ok(!turhecFile.recognise(head), head);
});
