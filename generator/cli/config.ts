/** The generator's settings. */
import { resolve, sep } from 'node:path';
import type { DetailFiles } from '#core/details.ts';
import { DETAIL_FILES } from '#core/details.ts';
import type { Agency } from '#core/earthquake.ts';
import {
  SettingError,
  addressSetting,
  agenciesSetting,
  boxSetting,
  choiceSetting,
  flagSetting,
  nameSetting,
  textSetting,
  wholeSetting,
} from '#core/environment.ts';
import type { Box } from '#core/geo.ts';
import type { Settings } from '../publish/publish.ts';
import { REGION } from '../sources/parsing/admit.ts';
import { AGENCY_ADDRESSES, type FeedAddresses } from '../sources/registry.ts';

export interface Config {
  /** Databases and captures. */
  dataDir: string;
  distDir: string;
  /** Request no feed. */
  offline: boolean;
  agencies: Agency[];
  region: Box;
  settings: Settings;
  /** Which details have files of their own beside their bucket. */
  detailFiles: DetailFiles;
  addresses: FeedAddresses;
}

type Environment = Record<string, string | undefined>;

/** @throws SettingError naming the variable */
export function readConfig(env: Environment): Config {
  return {
    ...readFolders(env),
    offline: flagSetting(env, 'OFFLINE'),
    agencies: agenciesSetting(env, 'SOURCES'),
    region: boxSetting(env, 'REGION', REGION),
    settings: {
      serviceName: nameSetting(env, 'SERVICE_NAME', 'hiposantr'),
      baseUrl: addressSetting(env, 'BASE_URL', defaultAddress(env)),
    },
    detailFiles: choiceSetting(env, 'DETAIL_FILES', DETAIL_FILES),
    addresses: {
      kandilli: addressSetting(env, 'KANDILLI_URL', AGENCY_ADDRESSES.kandilli),
      kandilliMonthly: addressSetting(env, 'KANDILLI_MONTHLY_URL', AGENCY_ADDRESSES.kandilliMonthly),
      kandilliStations: addressSetting(env, 'KANDILLI_STATIONS_URL', AGENCY_ADDRESSES.kandilliStations),
      afad: addressSetting(env, 'AFAD_URL', AGENCY_ADDRESSES.afad),
      usgs: addressSetting(env, 'USGS_URL', AGENCY_ADDRESSES.usgs),
      gcmt: addressSetting(env, 'GCMT_URL', AGENCY_ADDRESSES.gcmt),
    },
  };
}

/** Of the gateway. */
export const PORT = 8787;

/** Where the gateway of the same settings listens; the usual port for port 0, which the system chooses. */
const defaultAddress = (env: Environment): string =>
  `http://localhost:${wholeSetting(env, 'PORT', { fallback: PORT, least: 0, most: 65_535 }) || PORT}`;

function readFolders(env: Environment): { dataDir: string; distDir: string } {
  const dataDir = resolve(textSetting(env, 'DATA_DIR', 'data'));
  const distDir = resolve(textSetting(env, 'DIST_DIR', 'dist'));
  // Everything in DIST_DIR is public.
  if (`${dataDir}${sep}`.startsWith(`${distDir}${sep}`))
    throw new SettingError(`DATA_DIR is ${dataDir}; it must be a folder outside DIST_DIR, which is ${distDir}`);
  return { dataDir, distDir };
}

/** Undefined when there is nothing to warn of. */
export const addressWarning = (env: Environment, { settings }: Config): string | undefined =>
  env['NODE_ENV'] === 'production' && !env['BASE_URL']?.trim()
    ? `BASE_URL is not set: the RSS feed will name ${settings.baseUrl}, which nobody else can reach`
    : undefined;
