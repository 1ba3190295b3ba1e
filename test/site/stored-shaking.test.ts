/** What a stored page says of the shaking where none is estimated. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { formatDay } from '#core/time.ts';
import { syntheticDataset } from '../support/dataset.ts';
import { syntheticSite } from '../support/site-pages.ts';

test('a stored page of a great earthquake says why there is no estimate, and where measurements are', () => {
  const { detailed } = syntheticDataset({ count: 60 });
  const solution = { ...detailed[0]!.solutions[0]!, magnitudes: [{ type: 'ML', value: 5 }] };
  const usgs = { ...solution, agency: 'usgs' as const, eventId: 'us6000jllz' };
  const shakemap = { source: 'USGS', maxMmi: 9.4, url: 'https://quakes.example/shakemap' };
  const pagesOf = (more: object): [string, string] => {
    const { magnitudeDoubtful: _, ...others } = detailed[0]!;
    const known = { eventType: 'earthquake', depthKm: 8.6, solutions: [solution] };
    const one = { ...others, magnitude: 7.7, magnitudeType: 'Mw', shakemap: null, ...known, ...more };
    const site = syntheticSite([one]);
    const name = `${formatDay(one.time)}/${one.slug}/index.html`;
    const [turkish, english] = ['deprem', 'earthquake'].map((folder) => site.get(`${folder}/${name}`)!.toString());
    return [turkish!, english!];
  };
  const [turkish, english] = pagesOf({ shakemap });
  assert.doesNotMatch(turkish + english, /Tahmini sarsıntı|Estimated shaking|Allen/);
  assert.match(turkish, /Mw 6,5 ve üzerindeki depremler için tahmin verilmez/);
  assert.match(english, /No estimate is given from Mw 6\.5 on/);
  for (const page of [turkish, english])
    assert.ok(page.includes('<a href="https://quakes.example/shakemap" rel="noopener">USGS ShakeMap</a>'));
  const link =
    'where there is one, is on this page: <a href="https://earthquake.usgs.gov/earthquakes/eventpage/us6000jllz"';
  assert.ok(pagesOf({ solutions: [usgs] })[1].includes(link));
  assert.doesNotMatch(pagesOf({})[1], /intensity map/);
  const [small, small_] = pagesOf({ magnitude: 5, magnitudeType: 'ML' });
  assert.doesNotMatch(small + small_, /Tahmini sarsıntı|Estimated shaking/);
  assert.match(small, /bu deprem için hiçbir kurum Mw ölçmedi/);
  assert.match(small_, /no agency has measured one for this earthquake/);
});
