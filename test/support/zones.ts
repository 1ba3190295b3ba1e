/** The folders of the program in the order of a report's and a request's way, and which of them each may import. */
import { readdirSync } from 'node:fs';

export interface Zone {
  name: string;
  /** Folder (with a slash at its end) or file. */
  path: string;
  /** Zones that it may import besides itself; undefined for anything. */
  imports: string[] | undefined;
  /** No clock, randomness, process, files, network or locale. */
  pure?: boolean;
}

/** Zones that every folder of the log-in app may import. */
const ACCOUNT_BASE = ['core', 'http', 'accounts-db', 'access', 'quota'];
const ACCOUNTS = [...ACCOUNT_BASE, 'alerts', 'accounts', 'account-routes', 'billing'];

/** Folders of one agency or one kind of document each: none imports another. */
const SOURCE_FOLDERS = readdirSync(new URL('../../generator/sources', import.meta.url), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['fetching', 'parsing', 'reader'].includes(entry.name))
  .map(({ name }) => name);

const ROOMS: Zone[] = [
  { name: 'styles', path: 'generator/core/styles/', imports: [] },
  { name: 'core', path: 'generator/core/', imports: [], pure: true },
  { name: 'seismology', path: 'generator/seismology/', imports: ['core'], pure: true },
  { name: 'runtime', path: 'generator/runtime/', imports: ['core'] },
  { name: 'client', path: 'generator/http/', imports: ['core'] },

  { name: 'feed', path: 'generator/sources/feed.ts', imports: ['core'] },
  { name: 'agency', path: 'generator/sources/agency.ts', imports: ['core', 'feed'] },
  { name: 'bounds', path: 'generator/sources/limits.ts', imports: ['core', 'feed'] },
  { name: 'parsing', path: 'generator/sources/parsing/', imports: ['core', 'feed', 'bounds'] },
  {
    name: 'fetching',
    path: 'generator/sources/fetching/',
    imports: ['core', 'client', 'feed', 'bounds', 'parsing'],
  },
  ...SOURCE_FOLDERS.map((folder) => ({
    name: folder,
    path: `generator/sources/${folder}/`,
    imports: ['core', 'feed', 'agency', 'bounds', 'parsing', 'fetching'],
  })),
  { name: 'agencies', path: 'generator/sources/agencies.ts', imports: ['core', 'feed', 'agency', ...SOURCE_FOLDERS] },
  {
    name: 'sources',
    path: 'generator/sources/',
    imports: ['core', 'feed', 'agency', 'agencies', 'bounds', 'parsing', 'fetching', ...SOURCE_FOLDERS],
  },

  { name: 'places', path: 'generator/places/', imports: ['core'], pure: true },
  { name: 'documents', path: 'generator/catalog/documents/', imports: ['core', 'feed', 'agencies', 'store'] },
  {
    name: 'quality-control',
    path: 'generator/catalog/quality-control/',
    imports: ['core', 'feed', 'agencies', 'store', 'documents'],
  },
  {
    name: 'association',
    path: 'generator/catalog/association/',
    imports: ['core', 'agency', 'agencies', 'store', 'documents'],
  },
  {
    name: 'publication',
    path: 'generator/catalog/publication/',
    imports: ['core', 'seismology', 'agency', 'agencies', 'store', 'documents', 'association'],
  },
  {
    name: 'explain',
    path: 'generator/catalog/explain.ts',
    imports: ['core', 'store', 'documents', 'association', 'publication', 'read'],
  },
  { name: 'read', path: 'generator/catalog/read.ts', imports: ['core', 'store', 'documents'] },
  { name: 'store', path: 'generator/catalog/', imports: ['core'] },
  { name: 'outputs', path: 'generator/outputs/', imports: ['core'], pure: true },
  { name: 'hosting', path: 'generator/hosting/', imports: ['core'] },
  { name: 'drawing', path: 'generator/site/drawing/', imports: ['core'], pure: true },
  { name: 'pages', path: 'generator/site/pages/', imports: ['core', 'drawing'], pure: true },
  { name: 'browser', path: 'generator/site/browser/', imports: ['core', 'drawing'] },
  { name: 'site', path: 'generator/site/', imports: ['core', 'places', 'styles', 'drawing', 'pages'] },
  {
    name: 'publish',
    path: 'generator/publish/',
    imports: ['core', 'store', 'documents', 'read', 'outputs', 'hosting', 'site'],
  },

  {
    name: 'ingest',
    path: 'generator/ingest.ts',
    imports: ['core', 'feed', 'agencies', 'parsing', 'sources', 'store', 'documents', 'quality-control', 'publication'],
  },
  {
    name: 'shipped',
    path: 'generator/shipped.ts',
    imports: ['read', 'core', 'ingest', 'places', 'publication', 'stations', 'documents', 'store'],
  },
  {
    name: 'polling',
    path: 'generator/polling/',
    imports: [
      ...[
        'core',
        'client',
        'feed',
        'agency',
        'agencies',
        'fetching',
        'stations',
        'sources',
        'store',
        'documents',
        'ingest',
      ],
    ],
  },
  {
    name: 'backup',
    path: 'generator/backup.ts',
    imports: ['core', 'publish'],
  },
  {
    name: 'generator',
    path: 'generator/',
    imports: [
      ...[
        'core',
        'feed',
        'parsing',
        'fetching',
        'sources',
        'places',
        'store',
        'documents',
        'association',
        'publication',
        'explain',
        'read',
      ],
      ...['outputs', 'publish', 'hosting', 'ingest', 'shipped', 'polling', 'backup'],
    ],
  },

  { name: 'http', path: 'gateway/http/', imports: ['core'] },
  { name: 'accounts-db', path: 'gateway/store/', imports: ['core'] },
  { name: 'quota', path: 'gateway/access/quota/', imports: ['core', 'http', 'accounts-db'] },
  { name: 'access', path: 'gateway/access/', imports: ['core', 'http', 'accounts-db', 'quota'] },
  { name: 'query', path: 'gateway/query/', imports: ['core', 'http'], pure: true },
  { name: 'dataset', path: 'gateway/dataset/', imports: ['core', 'client', 'http'] },
  {
    name: 'metrics',
    path: 'gateway/metrics/',
    imports: ['core', 'http', 'quota', 'dataset', 'alerts'],
  },
  { name: 'work', path: 'gateway/work/', imports: ['core', 'http'] },
  { name: 'scan', path: 'gateway/scan/', imports: ['core', 'query', 'dataset', 'work'] },
  { name: 'live', path: 'gateway/live/', imports: ['core', 'http', 'access', 'dataset', 'work', 'scan'] },
  {
    name: 'alerts',
    path: 'gateway/alerts/',
    imports: ['core', 'client', 'http', 'accounts-db', 'access', 'quota', 'query', 'dataset', 'work', 'scan', 'live'],
  },
  {
    name: 'endpoints',
    path: 'gateway/endpoints/',
    imports: ['core', 'runtime', 'http', 'access', 'quota', 'query', 'dataset', 'work', 'scan', 'live', 'alerts'],
    // Reads the time from the request's clock, which notes how long an answer holds.
    pure: true,
  },
  { name: 'mcp', path: 'gateway/mcp/', imports: ['core', 'http', 'query'] },
  { name: 'account-composition', path: 'gateway/accounts/accounts.ts', imports: ACCOUNTS },
  { name: 'account-composition', path: 'gateway/accounts/open-accounts.ts', imports: ACCOUNTS },
  { name: 'account-composition', path: 'gateway/accounts/lazy-accounts.ts', imports: ACCOUNTS },
  {
    name: 'account-routes',
    path: 'gateway/accounts/routes/',
    imports: [...ACCOUNT_BASE, 'styles', 'alerts', 'accounts', 'account-pages', 'billing'],
  },
  { name: 'account-pages', path: 'gateway/accounts/pages/', imports: [...ACCOUNT_BASE, 'alerts', 'accounts'] },
  { name: 'billing', path: 'gateway/accounts/billing/', imports: [...ACCOUNT_BASE, 'accounts'] },
  { name: 'accounts', path: 'gateway/accounts/', imports: ACCOUNT_BASE },
  { name: 'config', path: 'gateway/config.ts', imports: ['core', 'quota', 'http', 'accounts-db', 'live'] },
  {
    name: 'operator',
    path: 'gateway/cli/',
    imports: ['core', 'config', 'accounts', 'access', 'quota', 'accounts-db', 'http'],
  },
  {
    name: 'gateway',
    path: 'gateway/',
    imports: [
      ...['core', 'config', 'http', 'accounts-db', 'access', 'quota', 'query', 'dataset', 'work', 'scan', 'endpoints'],
      ...['live', 'mcp', 'alerts', 'accounts', 'account-composition', 'metrics'],
    ],
  },
  { name: 'bin', path: 'bin/', imports: ['core', 'generator', 'config', 'accounts', 'gateway'] },
  { name: 'scripts', path: 'scripts/', imports: undefined },
  { name: 'test', path: 'test/', imports: undefined },
];

/**
 * Every folder in the order of a report's and a request's way. A file belongs to the first zone of its path. Seismology
 * may be imported where core may, and runtime where code has effects.
 */
export const ZONES: Zone[] = ROOMS.map((zone) =>
  zone.imports?.includes('core')
    ? { ...zone, imports: [...zone.imports, 'seismology', ...(zone.pure ? [] : ['runtime'])] }
    : zone,
);
