/** The generator's settings. */
import path from 'node:path';
import { DETAIL_FILES, type DetailFiles } from '#core/details.ts';
import type { Agency } from '#core/earthquake.ts';
import {
  DEFAULT_PORT,
  addressSetting,
  agenciesSetting,
  boxSetting,
  choiceSetting,
  flagSetting,
  logFormatSetting,
  foldersSetting,
  portSetting,
  serviceNameSetting,
  tileServerSetting,
  wholeSetting,
  type Environment,
  type Folders,
} from '#runtime/environment.ts';
import type { Box } from '#core/geo.ts';
import type { Settings } from '../publish/publish.ts';
import { REGION } from '#core/region.ts';
import { feedAddresses, type FeedAddresses } from '../sources/registry.ts';

export interface Config extends Folders {
  /** Request no feed. */
  offline: boolean;
  logFormat: 'text' | 'json';
  agencies: Agency[];
  region: Box;
  settings: Settings;
  /** Which details have files of their own beside their bucket. */
  detailFiles: DetailFiles;
  /** Parquet files of the whole catalogue. */
  bulk: boolean;
  /** Pictures for previews of links, at most: of the newest notable earthquakes, and again of the greatest. */
  previews: number;
  addresses: FeedAddresses;
  /** Days before this one of which the feeds' answers are kept; 0 for none. */
  rawDays: number;
}

/** @throws SettingError naming the variable */
export function readConfig(env: Environment): Config {
  const tiles = tileServerSetting(env);
  return {
    ...readFolders(env),
    offline: flagSetting(env, 'OFFLINE'),
    logFormat: logFormatSetting(env),
    agencies: agenciesSetting(env, 'SOURCES'),
    region: boxSetting(env, 'REGION', REGION),
    settings: {
      serviceName: serviceNameSetting(env),
      baseUrl: addressSetting(env, 'BASE_URL', defaultAddress(env)),
      ...(tiles ? { tiles } : {}),
      hasAccounts: choiceSetting(env, 'SITE_ACCOUNTS', ['on', 'off']) === 'on',
    },
    detailFiles: choiceSetting(env, 'DETAIL_FILES', DETAIL_FILES),
    bulk: choiceSetting(env, 'BULK', ['on', 'off']) === 'on',
    previews: wholeSetting(env, 'PREVIEW_PICTURES', { fallback: 50, least: 0, most: 50 }),
    rawDays: wholeSetting(env, 'RAW_DAYS', { fallback: 14, least: 0, most: 3650 }),
    addresses: feedAddresses(env),
  };
}

/** Where the gateway of the same settings listens; for port 0, which the system chooses, the usual one stands in. */
const defaultAddress = (env: Environment): string => `http://localhost:${portSetting(env) || DEFAULT_PORT}`;

function readFolders(env: Environment): Folders {
  const { dataDir, distDir } = foldersSetting(env, path);
  return { dataDir: path.resolve(dataDir), distDir: path.resolve(distDir) };
}

/** Undefined when there is nothing to warn of. */
export const addressWarning = (env: Environment, { settings }: Config): string | undefined =>
  env['NODE_ENV'] === 'production' && !env['BASE_URL']?.trim()
    ? `BASE_URL is not set: the RSS feed will name ${settings.baseUrl}, which nobody else can reach`
    : undefined;
