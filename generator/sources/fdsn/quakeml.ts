/** QuakeML 1.2 (BED): the preferred origin and the magnitudes of each event. Depths are metres, times UTC. */
import type { Agency } from '#core/agencies.ts';
import type { Magnitude, Quality } from '#core/earthquake.ts';
import { parseInstant } from '#core/time.ts';
import { DocumentError, type FeedName, type Parsed, type SourceReport } from '../feed.ts';
import { checkRowLimit, MAX_ROW_CHARACTERS } from '../limits.ts';
import { quakemlEventType } from '../parsing/event-type.ts';
import {
  checkCount,
  emptyParsed,
  emptyReport,
  keyField,
  magnitudeField,
  optionalNumber,
  placeFields,
  placeTextField,
  readReports,
  reject,
  type Row,
} from '../parsing/rows.ts';
import { childrenOf, plainXml, textAt, xmlElement, type XmlElement } from '../parsing/xml.ts';
import { NOT_EXISTING, utcField } from './text.ts';

export const QUAKEML_ROOT = /<(?:[\w.-]+:)?(?:quakeml|eventParameters)[\s>]/;

/**
 * The identifier in a publicID: after `eventid=` or `evid=` (INGV, ISC), else its last part
 * (`quakeml:eu.emsc/event/20230206_0000008`, `smi:org.gfz-potsdam.de/geofon/gfz2023cnwd`).
 */
export function keyOf(publicId: string): string {
  const named = /\bev(?:ent)?id=([^&;#/]+)/i.exec(publicId);
  return named?.[1] ?? publicId.split('/').at(-1)!;
}

const publicIdOf = ({ attributes }: XmlElement): string => attributes['publicID'] ?? '';

/** The one that the event prefers, else the first. */
const preferred = (all: readonly XmlElement[], id: string | undefined): XmlElement | undefined =>
  all.find((one) => id !== undefined && publicIdOf(one) === id) ?? all[0];

/** Only the first of equal types. @throws RowError */
function magnitudesOf(event: XmlElement): Magnitude[] {
  const all = childrenOf(event, 'magnitude');
  const first = preferred(all, textAt(event, 'preferredMagnitudeID'));
  const ordered = first ? [first, ...all.filter((one) => one !== first)] : [];
  const magnitudes = ordered.flatMap((one) => magnitudeField(textAt(one, 'type'), textAt(one, 'mag', 'value')));
  return magnitudes.filter(({ type }, index) => magnitudes.findIndex((other) => other.type === type) === index);
}

const REVIEWED = new Set(['reviewed', 'confirmed', 'final']);

function qualityOf(origin: XmlElement): Quality | null {
  const mode = textAt(origin, 'evaluationMode')?.toLowerCase();
  if (mode === 'manual' || REVIEWED.has(textAt(origin, 'evaluationStatus')?.toLowerCase() ?? '')) return 'reviewed';
  return mode === 'automatic' ? 'automatic' : null;
}

/** Kinds of descriptions that name a place, best first. */
const PLACES = ['region name', 'Flinn-Engdahl region', 'nearest cities', undefined];

function placeOf(event: XmlElement): string | null {
  const descriptions = childrenOf(event, 'description');
  const texts = PLACES.map((kind) => descriptions.find((one) => textAt(one, 'type') === kind));
  return placeTextField(
    textAt(
      texts.find((one) => one !== undefined),
      'text',
    ),
  );
}

/** Its beginning is the row's text. */
interface EventRow extends Row {
  xml: string;
}

/** With all its origins, magnitudes and arrivals. */
const MAX_EVENT_CHARACTERS = 2 ** 20;

/** @throws RowError */
function reportOf({ line, xml }: EventRow): SourceReport {
  if (xml.length > MAX_EVENT_CHARACTERS) reject(`the event has more than ${MAX_EVENT_CHARACTERS} characters`);
  const event = xmlElement(xml);
  const type = textAt(event, 'type');
  const origin = preferred(childrenOf(event, 'origin'), textAt(event, 'preferredOriginID'));
  if (!origin) return reject('the event has no origin');
  const depth = optionalNumber('depth', textAt(origin, 'depth', 'value'));
  const changed = textAt(event, 'creationInfo', 'creationTime') ?? textAt(origin, 'creationInfo', 'creationTime');
  return {
    ...emptyReport({
      line,
      time: utcField(textAt(origin, 'time', 'value')),
      ...placeFields(textAt(origin, 'latitude', 'value'), textAt(origin, 'longitude', 'value')),
    }),
    key: keyField('publicID', keyOf(publicIdOf(event))),
    depthKm: depth === null ? null : depth / 1000,
    magnitudes: magnitudesOf(event),
    quality: qualityOf(origin),
    place: placeOf(event),
    eventType: quakemlEventType(type),
    updatedAt: (changed === undefined ? undefined : parseInstant(/Z$/.test(changed) ? changed : `${changed}Z`)) ?? null,
    withdrawn: type?.toLowerCase() === NOT_EXISTING || textAt(origin, 'evaluationStatus') === 'rejected',
  };
}

const EVENT = /<((?:[\w.-]+:)?event)[\s>]/g;

/** From each beginning of an event to its end, else to the next beginning: a broken event costs no other. */
function eventsOf(text: string): EventRow[] {
  const beginnings = [...text.matchAll(EVENT)];
  checkRowLimit(beginnings.length);
  return beginnings.map(({ index, 1: name }, number) => {
    const all = text.slice(index, beginnings[number + 1]?.index);
    const end = all.indexOf(`</${name}>`);
    const xml = end === -1 ? all : all.slice(0, end + name!.length + 3);
    return { line: number + 1, text: xml.slice(0, MAX_ROW_CHARACTERS), xml };
  });
}

/** @throws DocumentError */
export function parseQuakeml(document: string, of: { feed: FeedName; agency: Agency }, warnings: string[]): Parsed {
  const text = plainXml(document);
  if (!QUAKEML_ROOT.test(text)) throw new DocumentError('XML without <eventParameters>');
  if (!/<\/(?:[\w.-]+:)?quakeml\s*>/.test(text)) warnings.push('the document is cut off: </quakeml> is missing');
  const parsed = readReports(emptyParsed(of, warnings), eventsOf(text), reportOf);
  checkCount(parsed, [...text.matchAll(/<\/(?:[\w.-]+:)?event\s*>/g)].length, 'the ends of events');
  return parsed;
}
