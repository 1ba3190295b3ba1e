import assert from 'node:assert/strict';
import test from 'node:test';
import { eventCsvRow } from '#core/fdsn/csv.ts';
import { eventOf } from '#core/fdsn/event.ts';
import { feature } from '#core/fdsn/geojson.ts';
import { ResourceIds } from '#core/fdsn/ids.ts';
import { quakemlEvent } from '#core/fdsn/quakeml.ts';
import { otherMagnitude, unsettledWords } from '#core/unsettled.ts';
import { fullItem, listItem } from '#core/wire.ts';
import { recentItems, type RecentWeek } from '#core/recent.ts';
import { recentWeekFile } from '../../generator/outputs/recent.ts';
import { summaryOf, titleOf } from '../../generator/outputs/rss.ts';
import { csvRow, formatOf } from '../../gateway/endpoints/export-formats/formats.ts';
import { capDocument } from '../../generator/outputs/cap/document.ts';
import { messagesOf } from '../../generator/outputs/cap/messages.ts';
import { rowOf } from '../../generator/site/drawing/rows.ts';
import { earthquake } from '../support/earthquake.ts';

const OTHER = { name: 'usgs', magnitude: 6.7 } as const;

function unsettled() {
  const one = earthquake({ magnitude: 7.8, magnitudeState: 'settling' });
  const [first, second] = one.solutions.map((solution) => ({ ...solution }));
  first!.magnitudes = [{ type: 'Mw', value: 7.8 }];
  second!.magnitudes = [{ type: 'ML', value: 6.7 }];
  return { ...one, solutions: [first!, second!] };
}

test('a record that is not settled names the other magnitude in both languages', () => {
  const other = otherMagnitude(listItem(unsettled()));
  assert.deepEqual({ name: other?.name, magnitude: other?.magnitude }, OTHER);
  assert.equal(unsettledWords(other!, 'tr'), 'kesinleşmedi, USGS 6,7');
  assert.equal(unsettledWords(other!, 'en'), 'not settled, USGS 6.7');
  assert.equal(otherMagnitude({ ...listItem(unsettled()), magnitude_state: null }), undefined);
});

test('feeds, the file of an open page and rows say it', () => {
  const one = unsettled();
  assert.match(summaryOf(one), /^Mw 7\.8 \(kesinleşmedi, USGS 6\.7\), /);
  const file = recentWeekFile({ earthquakes: [one], asOf: one.time, sequence: 1 });
  const [item] = recentItems((JSON.parse(file) as RecentWeek).columns);
  assert.deepEqual(item!.other_magnitude, OTHER);
  const row = {
    ...{
      id: 1,
      time: one.time,
      precision: 'second' as const,
      magnitude: 7.8,
      depthKm: 8,
      eventType: undefined,
      dot: '',
    },
    ...{ place: '', agencies: [], href: '', otherMagnitude: OTHER },
  };
  const textOf = (of: Parameters<typeof rowOf>[0]): string =>
    rowOf(of, { language: 'en', say: (_, en) => en }).toString();
  assert.match(textOf(row), /<strong>not settled, USGS 6\.7<\/strong>/);
  assert.doesNotMatch(textOf({ ...row, otherMagnitude: null }), /settled/);
});

const URL_OF = { baseUrl: 'https://quakes.example' };

test('titles, FDSN and exports say it of a magnitude that is doubtful or not settled', () => {
  const doubtful = earthquake({ magnitudeDoubtful: true, solutions: [earthquake().solutions[0]!] });
  const cases = [
    {
      one: doubtful,
      tr: 'doğrulanmamış: tek kurum veriyor',
      en: 'unconfirmed: one agency alone gives it',
      cells: 'true,,,',
    },
    { one: unsettled(), tr: 'kesinleşmedi, USGS 6.7', en: 'not settled, USGS 6.7', cells: ',settling,,' },
  ];
  for (const { one, tr, en, cells } of cases) {
    const place = 'Pazarcık (Kahramanmaraş)';
    const title = `M ${one.magnitude!.toFixed(1)} - ${place}`;
    assert.equal(titleOf(one), `${title} (${tr})`);
    const event = eventOf(listItem(one), fullItem(one));
    assert.ok(feature(event, URL_OF).includes(`"title":"${title} (${en})"`));
    assert.ok(eventCsvRow(event).endsWith(`,${cells}\n`));
    const ids = new ResourceIds('tr.example');
    const document = quakemlEvent(event, { ids, allOrigins: false, allMagnitudes: true });
    assert.deepEqual(document.match(/<comment>.*?<\/comment>/g), [`<comment><text>${en}</text></comment>`]);
    const exported = formatOf('geojson', []).row!(listItem(one));
    assert.ok(exported.includes(`"title":"${title} (${tr})"`));
    assert.ok(csvRow(listItem(one)).endsWith(one.magnitudeDoubtful ? ',,true,,,,,' : ',settling,,,,,,'));
  }
  const others = eventOf(listItem(unsettled()), fullItem(unsettled()), { agency: 'usgs' });
  assert.equal(others.doubt, undefined, 'another magnitude is shown');
  assert.deepEqual(others.fields, { province: 'Kahramanmaraş', province_code: '46', district: 'Pazarcık' });
});

test('a CAP message says it, and no other once a third agency has spoken', () => {
  const one = unsettled();
  const created = { at: one.time, agencies: one.solutions.map(({ agency }) => agency), changed: ['created'] };
  const textOf = (state: typeof one): string => {
    const [message] = messagesOf({ earthquake: { ...state, revisions: [created] } });
    return capDocument(message!, { serviceName: 'x', baseUrl: 'https://quakes.example' });
  };
  assert.match(textOf(one), /Mw 7\.8 \(kesinleşmedi, USGS 6\.7\)/);
  const { magnitudeState, ...settled } = one;
  assert.equal(magnitudeState, 'settling');
  assert.doesNotMatch(textOf(settled as typeof one), /kesinleşmedi/);
});
