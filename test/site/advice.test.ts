/** What to do after an earthquake: for which ones it is said, for how long, and by whom. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { isNearSea } from '#core/sea.ts';
import { DAY, formatDay, HOUR, MINUTE } from '#core/time.ts';
import { adviceMarkup } from '../../generator/site/drawing/advice.ts';
import { shippedPlaceName } from '../../generator/shipped.ts';
import { earthquake } from '../support/earthquake.ts';
import { syntheticSite } from '../support/site-pages.ts';
import { AS_OF } from '../support/synthetic-earthquakes.ts';

type Place = readonly [latitude: number, longitude: number];

const SAMOS: Place = [37.879, 26.703];
const SILIVRI: Place = [40.844, 28.215];
const YAYLADAGI: Place = [36.03, 36.02];
const SINDIRGI: Place = [39.245, 28.066];
const NURDAGI: Place = [37.294, 36.916];
const ELBISTAN: Place = [38.078, 37.231];
const VAN: Place = [38.689, 43.466];
const CASPIAN: Place = [40.5, 50.2];
const BLACK_SEA: Place = [43, 34];

const shock = (magnitude: number, [latitude, longitude]: Place, more: object = {}) => ({
  ...{ time: AS_OF - 5 * MINUTE, magnitude, latitude, longitude, depthKm: 10 as number | null },
  ...more,
});
type Shock = ReturnType<typeof shock>;

const said = (one: Shock, now = AS_OF): string => String(adviceMarkup([one], now, 'tr') ?? '');
const isSea = (one: Shock, now = AS_OF): boolean => said(one, now).includes('yüksek yere');
const isShaking = (one: Shock, now = AS_OF): boolean => said(one, now).includes('çökün, kapanın, tutunun');

test('from M 4.5 three lines for a day, with AFAD and the assembly areas', () => {
  assert.deepEqual([isShaking(shock(4.4, VAN)), isShaking(shock(4.5, VAN))], [false, true]);
  assert.equal(said(shock(4.5, VAN)).match(/<li/g)!.length, 3);
  for (const part of [
    'gazı kapatın',
    'https://www.afad.gov.tr/deprem-aninda-neler-yapmalisiniz',
    'https://www.turkiye.gov.tr/afet-ve-acil-durum-yonetimi-acil-toplanma-alani-sorgulama',
  ])
    assert.ok(said(shock(4.5, VAN)).includes(part), part);
  assert.equal(isShaking(shock(4.5, VAN), AS_OF - 5 * MINUTE + DAY), true);
  assert.equal(said(shock(4.5, VAN), AS_OF - 4 * MINUTE + DAY), '');
  for (const more of [{ magnitudeDoubtful: true }, { eventType: 'quarry blast' }, { blastProbability: 0.9 }])
    assert.equal(said(shock(4.9, VAN, more)), '', JSON.stringify(more));
});

test('of the sea as KOERI’s decision matrix has it, for half a day, and never a forecast', () => {
  for (const [magnitude, place] of [
    [6.9, SAMOS],
    [6.2, SILIVRI],
    [6.4, YAYLADAGI],
    [6, BLACK_SEA],
    [6.6, NURDAGI],
  ] as const)
    assert.ok(isSea(shock(magnitude, place)), `${magnitude} ${place}`);
  for (const [magnitude, place] of [
    [5.9, SAMOS],
    [6.1, SINDIRGI],
    [6.4, NURDAGI],
    [7.6, ELBISTAN],
    [7.1, VAN],
    [6.8, CASPIAN],
  ] as const)
    assert.ok(!isSea(shock(magnitude, place)), `${magnitude} ${place}`);
  assert.ok(!isSea(shock(6.4, SAMOS, { depthKm: 100 })) && isSea(shock(6.4, SAMOS, { depthKm: null })));
  const late = AS_OF - 4 * MINUTE + 12 * HOUR;
  assert.ok(!isSea(shock(6.9, SAMOS), late) && isShaking(shock(6.9, SAMOS), late));
  const english = String(adviceMarkup([shock(6.9, SAMOS)], AS_OF, 'en'));
  assert.match(english, /high ground at once.*href="http:\/\/www\.koeri\.boun\.edu\.tr\/sismo\/2\/en\/".*neamtic/s);
  assert.match(english, /For tsunami warnings: /);
  const order = (one: Shock): boolean => said(one).indexOf('class="sea"') < said(one).indexOf('gazı');
  assert.deepEqual([order(shock(6.9, SAMOS)), order(shock(6.6, NURDAGI))], [true, false], 'inland the coast is last');
  const first = (one: Shock): string => /<summary>(.*?)<\/summary>/.exec(said(one))![1]!;
  assert.match(first(shock(6.9, SAMOS)), /^Kıyıda kuvvetli sarsıldıysanız/);
  assert.match(first(shock(6.6, NURDAGI)), /^Çökün/, 'nor is it all that is in sight');
});

test('the lines are loaded when they are due, and few', () => {
  const [, script] = [...syntheticSite()].find(([name]) => name.startsWith('assets/advice-part.'))!;
  assert.ok(gzipSync(script, { level: 9 }).byteLength < 3_500);
});

test('the grid of the sea is that of the gazetteer', () => {
  const placeName = shippedPlaceName();
  const seas = ['Akdeniz', 'Ege Denizi', 'İyon Denizi', 'Marmara Denizi', 'Karadeniz', 'Azak Denizi'];
  const isSea = (latitude: number, longitude: number): boolean =>
    seas.includes(placeName({ latitude, longitude })?.sea ?? '');
  const steps = [-0.1, -0.05, 0, 0.05, 0.1];
  for (let latitude = 32.125; latitude < 46; latitude += 0.25)
    for (let longitude = 22.125; longitude < 42; longitude += 0.25) {
      const isAny = steps.some((north) => steps.some((east) => isSea(latitude + north, longitude + east)));
      assert.equal(isNearSea({ latitude, longitude }, 0.01), isAny, `${latitude} ${longitude}`);
    }
  assert.ok(!isNearSea({ latitude: 31, longitude: 21 }, 10) && !isNearSea({ latitude: 60, longitude: 90 }, 100));
});

test('pages say it without scripts: the first one below its headline, and that of a recent earthquake', () => {
  const made = (ago: number) =>
    earthquake({ id: 9000, time: AS_OF - ago, magnitude: 4.7, latitude: 38.6, longitude: 43.4 });
  const pagesOf = (ago: number): string[] => {
    const one = made(ago);
    const site = syntheticSite([one], { earthquakes: [one] });
    const own = `${formatDay(one.time)}/${one.slug}/index.html`;
    return ['index.html', 'en/index.html', `deprem/${own}`, `earthquake/${own}`].map((path) => String(site.get(path)));
  };
  const [home, english, own, ownEnglish] = pagesOf(HOUR);
  for (const page of [home, own])
    assert.match(page!, /class="advice"><details><summary>Çökün, .*?<li>Sarsıntı sürerken/);
  for (const page of [english, ownEnglish])
    assert.match(page!, /class="advice"><details><summary>Drop, .*?<li>While it/);
  assert.match(home!, /<div id="headline">.*<div id="advice" class="advice"><details>.*<div id="pinned">/s);
  for (const page of pagesOf(25 * HOUR)) assert.doesNotMatch(page, /çökün, kapanın|drop, cover/);
});
