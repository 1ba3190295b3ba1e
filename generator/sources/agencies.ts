/** The definitions of all agencies, and their feeds: the one list to extend for a new agency. */
import type { Agency } from '#core/agencies.ts';
import { AFAD } from './afad/agency.ts';
import type { AgencyDefinition, FeedDefinition, FeedGroup, SourceDefinition } from './agency.ts';
import { FDSN_AGENCIES } from './fdsn/agencies.ts';
import type { FeedName } from './feed.ts';
import { GCMT } from './gcmt/source.ts';
import { HISTORICAL } from './historical/file.ts';
import { KANDILLI } from './kandilli/agency.ts';
import { TURHEC } from './turhec/file.ts';
import { USGS } from './usgs/agency.ts';

export const AGENCY_DEFINITIONS: Readonly<Record<Agency, AgencyDefinition>> = {
  kandilli: KANDILLI,
  afad: AFAD,
  usgs: USGS,
  turhec: TURHEC,
  historical: HISTORICAL,
  ...FDSN_AGENCIES,
};

/** By owner: who runs their servers. The last ones are no agencies: they give products alone. */
export const SOURCES: readonly (readonly [owner: string, SourceDefinition])[] = [
  ...Object.entries(AGENCY_DEFINITIONS),
  ['gcmt', GCMT],
];

/** Within an agency in the order in which the catalogue prefers them. */
export const FEED_DEFINITIONS: readonly FeedDefinition[] = SOURCES.flatMap(([, { feeds }]) => feeds);

export const FEEDS: readonly FeedName[] = FEED_DEFINITIONS.map(({ parser }) => parser.name);

const BY_NAME = new Map(FEED_DEFINITIONS.map((feed) => [feed.parser.name, feed]));

/** Undefined for a name that an older version stored. */
export const feedDefinition = (name: string): FeedDefinition | undefined => BY_NAME.get(name as FeedName);

/** Mechanisms are products about earthquakes, not an agency's catalogue: they do not depend on the agencies in use. */
export const givesReports = (name: FeedName): boolean => feedDefinition(name)?.group !== undefined;

/** Whether it is requested with every poll. */
export const isLive = (feed: FeedDefinition): boolean => feed.polling?.recent === 'always';

/** By their numbers. @throws Error when the numbers have gaps or are given twice */
export function feedGroups(
  definitions: Readonly<Record<string, AgencyDefinition>> = AGENCY_DEFINITIONS,
): readonly (FeedGroup & { agency: Agency })[] {
  const groups = Object.entries(definitions)
    .flatMap(([agency, one]) => one.groups.map((group) => ({ ...group, agency: agency as Agency })))
    .sort((a, b) => a.number - b.number);
  const wrong = groups.find(({ number }, index) => number !== index);
  if (wrong) throw new Error(`the feed group ${wrong.name} has the number ${wrong.number}: there are gaps before it`);
  return groups;
}
