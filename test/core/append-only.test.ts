/** Tables whose order is published: rows are added at their end alone. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { AGENCY_NAMES } from '#core/agencies.ts';
import { EVENT_TYPES } from '#core/event-types.ts';

/** The place of an agency is its bit in `sources` of the published columns. */
const AGENCIES = 'kandilli afad usgs turhec historical emsc gfz ingv noa isc';

/** In the order in which the documents and errors of the interface name them. */
const TYPES = `not existing, not reported, earthquake, anthropogenic event, collapse, cavity collapse, mine collapse, \
building collapse, explosion, accidental explosion, chemical explosion, controlled explosion, experimental explosion, \
industrial explosion, mining explosion, quarry blast, road cut, blasting levee, nuclear explosion, \
induced or triggered event, rock burst, reservoir loading, fluid injection, fluid extraction, crash, plane crash, \
train crash, boat crash, other event, atmospheric event, sonic boom, sonic blast, acoustic noise, thunder, avalanche, \
snow avalanche, debris avalanche, hydroacoustic event, ice quake, slide, landslide, rockslide, meteorite, \
volcanic eruption`;

const keepsOrder = (rows: readonly string[], former: string[]): void =>
  assert.deepEqual(rows.slice(0, former.length), former);

test('agencies keep their places', () => keepsOrder(Object.keys(AGENCY_NAMES), AGENCIES.split(' ')));

test('event types keep their places', () => keepsOrder(EVENT_TYPES, TYPES.split(', ')));
