/** Whose magnitude a record shows, in every form, and which values its fields of a family have. */
import assert from 'node:assert/strict';
import test from 'node:test';
import type { Earthquake } from '#core/earthquake.ts';
import { eventOf } from '#core/fdsn/event.ts';
import { eventCsvRow } from '#core/fdsn/csv.ts';
import { ResourceIds } from '#core/fdsn/ids.ts';
import { quakemlEvent } from '#core/fdsn/quakeml.ts';
import { EVENT_TEXT_HEAD, eventTextRow } from '#core/fdsn/text.ts';
import { statesOf } from '#core/revisions.ts';
import { fullItem, listItem } from '#core/wire.ts';
import { bodyOf } from '../../../gateway/alerts/formats.ts';
import { threadPayload } from '../../../gateway/alerts/messages.ts';
import { changedAgencies, changedFields, type Draft } from '../../../generator/catalog/publication/compose.ts';
import { descriptionOf } from '../../../generator/outputs/cap/document.ts';
import { messagesOf } from '../../../generator/outputs/cap/messages.ts';
import { feedFiles } from '../../../generator/outputs/feeds.ts';
import { summaryOf } from '../../../generator/outputs/rss.ts';
import { eventFacts } from '../../../generator/site/pages/event-facts.ts';
import type { Site } from '../../../generator/site/pages/shell.ts';
import { draft, mag, member } from '../../support/composition.ts';
import { earthquake } from '../../support/earthquake.ts';

const published = (of: Draft): Earthquake => earthquake({ magnitudeState: undefined, ...of } as Partial<Earthquake>);

const at = (day: string) => ({ time: Date.parse(day) });
const SAMOS = at('2020-10-30');
/** As the agencies gave it: AFAD's is 0.3 below the others. */
const samos = published(
  draft(
    member('afad', { ...SAMOS, magnitudes: [mag('Mw', 6.6)], place: 'Ege Denizi' }),
    member('kandilli-zeqdb', { ...SAMOS, magnitudes: [mag('Mw', 6.9), mag('ML', 6.7)] }),
    member('usgs', { ...SAMOS, magnitudes: [mag('Mww', 7)] }),
  ),
);
const uzumlu = published(
  draft(
    member('afad', { ...at('1992-04-28'), magnitudes: [mag('MD', 6), mag('mb', 4.2)] }),
    member('kandilli-zeqdb', { ...at('1992-04-28'), magnitudes: [mag('mb', 4.2)] }),
  ),
);
const sindirgi = published(
  draft(
    member('afad', { ...at('2025-04-23'), magnitudes: [mag('Mw', 4.7)] }),
    member('kandilli-zeqdb', { ...at('2025-04-23'), magnitudes: [mag('Mw', 5.9), mag('ML', 4.6)] }),
    member('usgs', { ...at('2025-04-23'), magnitudes: [mag('mb', 4.8)] }),
  ),
);

test('the record names the agency of its magnitude where it is not that of the epicentre', () => {
  const { magnitude, source, magnitude_source: own } = listItem(samos);
  assert.deepEqual({ magnitude, source, own }, { magnitude: 6.9, source: 'afad', own: 'kandilli' });
  assert.equal(listItem(uzumlu).magnitude_source, undefined);
  assert.equal(listItem({ ...samos, magnitude: null, magnitudeType: null }).magnitude_source, undefined);
});

test('the field of a family is the chosen value, and never one that was left out', () => {
  assert.equal(listItem(samos).magnitude_mw, 6.9);
  assert.equal(listItem(samos).magnitude_ml, 6.7, 'saturated, but no outlier');
  const { magnitude, magnitude_md: md } = listItem(uzumlu);
  assert.deepEqual([magnitude, md], [4.2, undefined]);
  assert.deepEqual(fullItem(uzumlu).sources[0]!.magnitudes, [
    { magnitude: 6, magnitude_type: 'MD', outlier: true },
    { magnitude: 4.2, magnitude_type: 'mb' },
  ]);
  const item = listItem(sindirgi);
  assert.deepEqual([item.magnitude, item.magnitude_mw, item.magnitude_ml], [4.7, 4.7, 4.6]);
});

test('a value that another agency makes an outlier is no change of its own agency', () => {
  const alone = draft(member('afad', { ...at('1992-04-28'), magnitudes: [mag('MD', 6)] }));
  const both = { ...uzumlu, solutions: uzumlu.solutions.map((one) => ({ ...one, magnitudes: [one.magnitudes[0]!] })) };
  assert.equal(both.solutions[0]!.magnitudes[0]!.isOutlier, true);
  assert.deepEqual(changedAgencies(published(alone), both), ['kandilli']);
  assert.ok(changedFields(published(alone), uzumlu).includes('sources'));
});

const SETTINGS = { baseUrl: 'https://quakes.example', serviceName: 'x' };
const TR = /[Bb]üyüklük: Kandilli, merkez üssü: AFAD/;
const EN = /[Mm]agnitude: Kandilli, epicentre: AFAD/;

test('texts name both agencies, and one alone where it gave both', () => {
  assert.match(summaryOf(samos), /\(büyüklük: Kandilli, merkez üssü: AFAD\)$/);
  assert.match(summaryOf(uzumlu), /\(afad\)$/);
  const item = { ...listItem(samos), ...fullItem(samos) };
  const feed = { level: 'all', window: 'day', path: 'x', items: [item], generated: 0 };
  const files = feedFiles([feed as unknown as Parameters<typeof feedFiles>[0][number]], SETTINGS);
  assert.match(files['x.atom']!, EN);
  const created = { at: samos.time, agencies: ['afad' as const], changed: ['created'] };
  const [message] = messagesOf({ earthquake: { ...samos, revisions: [created] } });
  assert.match(descriptionOf(message!, 'tr'), TR);
  assert.match(descriptionOf(message!, 'en'), EN);
  const alert = { ...listItem(samos), agencies: samos.solutions.map(({ agency }) => agency) };
  const payload = JSON.stringify(threadPayload({ kind: 'created', earthquake: alert }, samos.time));
  const said = (language: 'tr' | 'en') =>
    JSON.stringify(bodyOf(payload, { format: 'slack', url: 'https://example.org/', language }));
  assert.match(said('tr'), TR);
  assert.match(said('en'), EN);
  const site = { settings: SETTINGS, assets: {} } as unknown as Site;
  assert.match(eventFacts(site, samos, 'tr').toString(), TR);
  assert.doesNotMatch(eventFacts(site, uzumlu, 'tr').toString(), /büyüklük:/);
});

test('FDSN names the agency of the magnitude as its author', () => {
  const event = eventOf(listItem(samos), fullItem(samos));
  const names = EVENT_TEXT_HEAD.trim().split('|');
  const cells = eventTextRow(event).trim().split('|');
  const cell = (name: string): string | undefined => cells[names.indexOf(name)];
  assert.deepEqual(['Author', 'Contributor', 'MagAuthor', 'Magnitude'].map(cell), ['AFAD', 'AFAD', 'KANDILLI', '6.9']);
  assert.match(eventCsvRow(event), /,AFAD,KANDILLI,.*,kandilli,0\.12\n$/);
  const options = { ids: new ResourceIds('tr.example'), allOrigins: false, allMagnitudes: true };
  const document = quakemlEvent(event, options);
  const [, preferred] = /<preferredMagnitudeID>(.*?)</.exec(document)!;
  const magnitude = document.split('<magnitude ').find((part) => part.startsWith(`publicID="${preferred}"`))!;
  assert.match(magnitude, /<mag><value>6\.9<\/value>.*<agencyID>KANDILLI</);
});

test('states of before the field was published have it, too', () => {
  const revisions = [
    { at: 1, agencies: ['afad' as const], changed: ['created'] },
    { at: 2, agencies: ['kandilli' as const], changed: ['magnitude'], previous: { magnitude: 6.6 } },
  ];
  const [first, last] = statesOf({ ...samos, revisions }).map(({ state }) => state);
  assert.deepEqual([first!.magnitude_source, last!.magnitude_source], [null, 'kandilli']);
});
