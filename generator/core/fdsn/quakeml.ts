/** QuakeML 1.2 (BED), an event at a time. Every reference leads to an element of the same event. */
import { catalogName } from '../agencies.ts';
import { formatGregorian, gregorianOfEpoch, SECOND, spanOf, type DatePrecision, type EpochMs } from '../time.ts';
import type { SolutionItem } from '../record/items.ts';
import { instantOf, isLead, magnitudesOf, type FdsnEvent, type ShownMagnitude } from './event.ts';
import type { ResourceIds } from './ids.ts';
import { depthXml, qualityXml, quantity, uncertaintyXml } from './quakeml-quantities.ts';
import { element, escapeXml, optional, tag, XML_HEAD, type Markup } from './xml.ts';

interface QuakemlOptions {
  ids: ResourceIds;
  allOrigins: boolean;
  allMagnitudes: boolean;
}

/** @param key of the query @param updatedAt of the newest record that the document may hold */
export function quakemlHead({ ids }: QuakemlOptions, key: string, updatedAt: EpochMs): string {
  const info = tag('creationInfo', tag('creationTime', instant(updatedAt)));
  return (
    `${XML_HEAD}<q:quakeml xmlns:q="http://quakeml.org/xmlns/quakeml/1.2" xmlns="http://quakeml.org/xmlns/bed/1.2" ` +
    `xmlns:catalog="http://anss.org/xmlns/catalog/0.1">\n` +
    `<eventParameters publicID="${escapeXml(ids.document(key))}">${info.text}\n`
  );
}

export const QUAKEML_FOOT = '</eventParameters>\n</q:quakeml>\n';

/** Always with a fraction: QQuake loses events without one. */
const instant = (time: EpochMs): string => {
  const text = formatGregorian(time);
  return `${text.includes('.') ? text : `${text}.000`}Z`;
};

type Mechanism = NonNullable<FdsnEvent['mechanism']>;

interface Context extends QuakemlOptions {
  event: FdsnEvent;
}

export function quakemlEvent(given: FdsnEvent, options: QuakemlOptions): string {
  const event = { ...given, origin: preferredOrigin(given) };
  const context = { ...options, event };
  const { eventId, magnitude, mechanism } = event;
  const magnitudes = options.allMagnitudes ? magnitudesOf(event.origins) : magnitude ? [magnitude] : [];
  const origins = new Set([
    event.origin,
    ...magnitudes.map(({ origin }) => origin),
    ...(options.allOrigins ? event.origins : []),
  ]);
  const { ids } = options;
  return element(
    'event',
    { publicID: ids.event(eventId), 'catalog:dataid': eventId, 'catalog:eventid': eventId },
    optional('preferredOriginID', ids.origin(eventId, event.origin)),
    optional('preferredMagnitudeID', magnitude && magnitudeId(context, magnitude)),
    optional('preferredFocalMechanismID', mechanism && ids.product('mechanism', eventId, mechanism)),
    tag('type', event.eventType),
    tag('description', tag('text', event.place), tag('type', 'region name')),
    event.fields.event_name_en === undefined
      ? undefined
      : tag('description', tag('text', event.fields.event_name_en), tag('type', 'earthquake name')),
    event.origins.map(effectsComment),
    tag('creationInfo', tag('creationTime', instant(event.updatedAt))),
    [...origins].map((origin) => originXml(context, origin)),
    mechanism?.centroid && centroidXml(context, mechanism, mechanism.centroid),
    magnitudes.map((one) => magnitudeXml(context, one)),
    mechanism && momentMagnitudeXml(context, mechanism),
    mechanism && mechanismXml(context, mechanism),
  ).text.concat('\n');
}

/** The record's depth may be another agency's. Its origin then has that depth, beside the agency's own. */
const preferredOrigin = ({ origin, depthKm }: FdsnEvent): SolutionItem =>
  origin.depth_km === depthKm ? origin : withDepth(origin, depthKm);

function withDepth({ depth_error_km: error, ...origin }: SolutionItem, depthKm: number | null): SolutionItem {
  return { ...origin, depth_km: depthKm };
}

function depthComment({ origins }: FdsnEvent, origin: SolutionItem): Markup | undefined {
  if (origins.includes(origin)) return undefined;
  const from = origins.find(({ depth_km: km }) => km !== null && km === origin.depth_km);
  return tag('comment', tag('text', from ? `depth of ${catalogName(from.name)}` : 'depth left out: in doubt'));
}

/** QuakeML has no element for an intensity or for deaths. */
function effectsComment({ name, max_intensity: intensity, deaths }: SolutionItem): Markup | undefined {
  const effects = [
    ...(intensity === undefined ? [] : [`greatest intensity ${intensity} (degrees 1 to 12)`]),
    ...(deaths === undefined ? [] : [`deaths ${deaths}`]),
  ];
  if (effects.length === 0) return undefined;
  const info = tag('creationInfo', tag('agencyID', catalogName(name)));
  return tag('comment', tag('text', effects.join('; ')), info);
}

const magnitudeId = ({ ids, event }: Context, { origin, type }: ShownMagnitude): string =>
  ids.magnitude(event.eventId, origin, type);

const creationInfo = ({ name, updated_at: at }: SolutionItem): Markup =>
  tag(
    'creationInfo',
    tag('agencyID', catalogName(name)),
    optional('creationTime', at === null ? null : instant(instantOf(at))),
  );

const evaluation = ({ quality }: SolutionItem): Markup[] =>
  quality === null
    ? []
    : [
        tag('evaluationMode', quality === 'reviewed' ? 'manual' : 'automatic'),
        tag('evaluationStatus', quality === 'reviewed' ? 'reviewed' : 'preliminary'),
      ];

function originXml({ ids, event }: Context, origin: SolutionItem): Markup {
  return element(
    'origin',
    { publicID: ids.origin(event.eventId, origin), 'catalog:dataid': origin.event_id },
    timeXml(instantOf(origin.occurred_at_utc), (origin.date_precision ?? 'second') as DatePrecision),
    quantity('latitude', origin.latitude),
    quantity('longitude', origin.longitude),
    depthXml(origin.depth_km, origin.depth_error_km),
    depthComment(event, origin),
    uncertaintyXml(origin),
    qualityXml(origin),
    evaluation(origin),
    creationInfo(origin),
  );
}

/** The first instant that a partly known time may mean, with how much later it may be, and the parts that are known. */
function timeXml(time: EpochMs, precision: DatePrecision): Markup[] {
  if (precision === 'second') return [quantity('time', instant(time))];
  const { from, to } = spanOf(time, precision);
  return [
    tag('time', tag('value', instant(from)), tag('lowerUncertainty', 0), tag('upperUncertainty', (to - from) / SECOND)),
    compositeTime((from + to) / 2, precision),
  ];
}

const PARTS = ['year', 'month', 'day', 'hour', 'minute'] as const;

function compositeTime(middle: EpochMs, precision: (typeof PARTS)[number]): Markup {
  const civil = gregorianOfEpoch(middle);
  const known = PARTS.slice(0, PARTS.indexOf(precision) + 1);
  return tag(
    'compositeTime',
    known.map((name) => quantity(name, civil[name])),
  );
}

function magnitudeXml(context: Context, magnitude: ShownMagnitude): Markup {
  const { origin, value, type } = magnitude;
  return element(
    'magnitude',
    { publicID: magnitudeId(context, magnitude) },
    quantity('mag', value, isLead(magnitude) ? origin.magnitude_error : undefined),
    optional('type', type),
    isLead(magnitude) ? optional('stationCount', origin.magnitude_stations) : undefined,
    doubtComment(context.event, magnitude),
    tag('originID', context.ids.origin(context.event.eventId, origin)),
    evaluation(origin),
    creationInfo(origin),
  );
}

/** QuakeML has no element for a magnitude in doubt. */
const doubtComment = ({ magnitude, doubt }: FdsnEvent, one: ShownMagnitude): Markup | undefined => {
  const isShown = one.origin === magnitude?.origin && one.value === magnitude.value && one.type === magnitude.type;
  return isShown && doubt !== undefined ? tag('comment', tag('text', doubt)) : undefined;
};

const centroidId = ({ ids, event }: Context, mechanism: Mechanism): string =>
  ids.product('centroid', event.eventId, mechanism);

const sourceInfo = ({ source }: Mechanism): Markup => tag('creationInfo', tag('agencyID', source));

function centroidXml(context: Context, mechanism: Mechanism, centroid: NonNullable<Mechanism['centroid']>): Markup {
  const { occurred_at_utc: time, latitude, longitude, depth_km: depthKm } = centroid;
  return element(
    'origin',
    { publicID: centroidId(context, mechanism) },
    quantity('time', instant(time === null ? context.event.time : instantOf(time))),
    quantity('latitude', latitude),
    quantity('longitude', longitude),
    depthXml(depthKm),
    tag('type', 'centroid'),
    sourceInfo(mechanism),
  );
}

function mechanismXml(context: Context, mechanism: Mechanism): Markup {
  const { ids, event } = context;
  const planes = mechanism.nodal_planes.map(({ strike, dip, rake }, index) =>
    tag(`nodalPlane${index + 1}`, quantity('strike', strike), quantity('dip', dip), quantity('rake', rake)),
  );
  return element(
    'focalMechanism',
    { publicID: ids.product('mechanism', event.eventId, mechanism) },
    tag('triggeringOriginID', ids.origin(event.eventId, event.origin)),
    tag('nodalPlanes', planes),
    tensorXml(context, mechanism),
    sourceInfo(mechanism),
  );
}

const hasMomentMagnitude = ({ mw, moment_tensor: tensor, scalar_moment: moment }: Mechanism): boolean =>
  mw !== null && (tensor !== null || moment !== null);

const derivedOriginId = (context: Context, mechanism: Mechanism): string =>
  mechanism.centroid ? centroidId(context, mechanism) : context.ids.origin(context.event.eventId, context.event.origin);

const momentMagnitudeId = ({ ids, event }: Context, mechanism: Mechanism): string =>
  ids.product('moment-magnitude', event.eventId, mechanism);

/** That of the tensor, which its `momentMagnitudeID` names. */
const momentMagnitudeXml = (context: Context, mechanism: Mechanism): Markup | undefined =>
  hasMomentMagnitude(mechanism)
    ? element(
        'magnitude',
        { publicID: momentMagnitudeId(context, mechanism) },
        quantity('mag', mechanism.mw!),
        tag('type', 'Mw'),
        tag('originID', derivedOriginId(context, mechanism)),
        sourceInfo(mechanism),
      )
    : undefined;

const COMPONENTS = ['rr', 'tt', 'pp', 'rt', 'rp', 'tp'] as const;

function tensorXml(context: Context, mechanism: Mechanism): Markup | undefined {
  const { moment_tensor: tensor, scalar_moment: moment } = mechanism;
  if (tensor === null && moment === null) return undefined;
  const { ids, event } = context;
  return element(
    'momentTensor',
    { publicID: ids.product('tensor', event.eventId, mechanism) },
    tag('derivedOriginID', derivedOriginId(context, mechanism)),
    hasMomentMagnitude(mechanism) ? tag('momentMagnitudeID', momentMagnitudeId(context, mechanism)) : undefined,
    moment === null ? undefined : quantity('scalarMoment', moment),
    tensor &&
      tag(
        'tensor',
        COMPONENTS.map((name) => quantity(`M${name}`, tensor[`m${name}`])),
      ),
  );
}
