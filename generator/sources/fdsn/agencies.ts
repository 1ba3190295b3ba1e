/**
 * Agencies with an event service of the FDSN, each a row. All are optional: they are requested and shown only where
 * `SOURCES` names them.
 */
import type { Agency } from '#core/agencies.ts';
import type { AgencyDefinition } from '../agency.ts';
import type { Feed } from '../feed.ts';
import { MIB } from '../limits.ts';
import { utf8Document, refusePage } from '../parsing/document-text.ts';
import { fdsnFetcher, type FdsnService } from './fetcher.ts';
import { parseQuakeml, QUAKEML_ROOT } from './quakeml.ts';
import { parseText, TEXT_HEADER } from './text.ts';

interface FdsnAgency extends Omit<FdsnService, 'feed'> {
  /** Without `/fdsnws/event/1`. */
  address: string;
  domains: readonly string[];
  /** See `FeedGroup`: append only. */
  group: number;
  /** See `FeedPolling`. */
  recent: 'always' | 'daily';
  /** After the agencies with measured errors, in the order of this list. */
  rank: number;
}

/**
 * Addresses as ObsPy's `URL_MAPPINGS` lists them (obspy/clients/fdsn/header.py), by https where the services' own pages
 * give it; the ISC's from https://www.isc.ac.uk, since its mirror was turned off in 2024. `updatedafter` is known to
 * EMSC's service (https://seismicportal.eu/fdsn-wsevent.html) and refused by SeisComP (GFZ, NOA). The ISC documents
 * QuakeML and ISF alone, and no `limit`; its bulletin is years behind.
 */
const ROWS = {
  emsc: {
    address: 'https://www.seismicportal.eu',
    domains: ['seismicportal.eu', 'emsc-csem.org'],
    ...{ format: 'text', hasLimit: true, hasUpdatedAfter: true, recent: 'always', group: 8, rank: 31 },
  },
  gfz: {
    address: 'https://geofon.gfz-potsdam.de',
    domains: ['gfz-potsdam.de', 'gfz.de'],
    ...{ format: 'text', hasLimit: true, hasUpdatedAfter: false, recent: 'always', group: 9, rank: 32 },
  },
  ingv: {
    address: 'https://webservices.ingv.it',
    domains: ['ingv.it'],
    ...{ format: 'text', hasLimit: true, hasUpdatedAfter: false, recent: 'always', group: 10, rank: 33 },
  },
  noa: {
    address: 'https://eida.gein.noa.gr',
    domains: ['gein.noa.gr'],
    ...{ format: 'text', hasLimit: true, hasUpdatedAfter: false, recent: 'always', group: 11, rank: 34 },
  },
  isc: {
    address: 'https://www.isc.ac.uk',
    domains: ['isc.ac.uk'],
    ...{ format: 'xml', hasLimit: false, hasUpdatedAfter: false, recent: 'daily', group: 12, rank: 35 },
  },
} as const satisfies Partial<Record<Agency, FdsnAgency>>;

/** A parser of both formats, whichever the service is asked for. */
export function fdsnFeed(agency: Agency): Feed {
  const name = `${agency}-fdsn` as const;
  return {
    ...{ name, agency },
    // A month of a dense network in QuakeML: some 10,000 events of 1 kB.
    maxBytes: 16 * MIB,
    recognise: (head) => TEXT_HEADER.test(head) || QUAKEML_ROOT.test(head),
    parse(bytes) {
      const { text, warnings } = utf8Document(bytes);
      if (QUAKEML_ROOT.test(text.slice(0, 4096))) return parseQuakeml(text, { feed: name, agency }, warnings);
      refusePage(text);
      return parseText(text, { feed: name, agency }, warnings);
    },
  };
}

function definitionOf(agency: Agency, row: FdsnAgency): AgencyDefinition {
  const feed = fdsnFeed(agency);
  return {
    groups: [{ name: agency, number: row.group, keyed: true }],
    feeds: [
      {
        parser: feed,
        group: agency,
        polling: {
          address: agency,
          fetcher: (place) => fdsnFetcher({ ...row, feed }, place),
          recent: row.recent,
          archive: true,
        },
      },
    ],
    addresses: {
      [agency]: { address: row.address, domains: row.domains },
    },
    ranks: { inside: row.rank, outside: row.rank, early: row.rank + 10 },
    errors: { model: 'unmeasured' },
    place: { language: 'english' },
  };
}

export const FDSN_AGENCIES = Object.fromEntries(
  Object.entries(ROWS).map(([agency, row]) => [agency, definitionOf(agency as Agency, row)]),
) as Record<keyof typeof ROWS, AgencyDefinition>;
