/** The gateway's settings from the environment. An invalid one is an error that names the variable and the rule. */
import { isIP } from 'node:net';
import path from 'node:path';
import { COMPATIBLE_APIS, type CompatibleApi } from '#core/endpoints.ts';
import {
  addressSetting,
  choiceSetting,
  type Environment,
  type Folders,
  foldersSetting,
  logFormatSetting,
  portSetting,
  serviceNameSetting,
  SettingError,
  textSetting,
  wholeSetting,
} from '#runtime/environment.ts';
import { AUTHORITY, DEFAULT_AUTHORITY } from '#core/fdsn/ids.ts';
import { shown } from '#core/text.ts';
import { SECOND } from '#core/time.ts';
import { type PlanLimits, readPlanLimits } from './access/quota/limits.ts';
import { ANSWER_MEGABYTES } from './http/answer-memory.ts';
import { CONNECTION_LIMITS } from './live/connections.ts';
import { RESUME_SECONDS } from './live/departures.ts';
import { type EngineSettings, readEngineSettings } from './store/engines.ts';

export interface GatewayConfig extends Folders, EngineSettings {
  /** Where the dataset is read from in place of its folder, and the bytes of it that are kept on disk. */
  remote: { url: string; cacheBytes: number } | undefined;
  /** 0: chosen by the system. */
  port: number;
  /** Undefined: all interfaces. */
  host: string | undefined;
  planLimits: PlanLimits;
  /** IP addresses and CIDR blocks: their `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  serviceName: string;
  /** Adapters that are on. */
  compatible: CompatibleApi[];
  /** Whether `/mcp` answers. */
  mcp: boolean;
  /** Connections that stay open, of all callers. */
  streams: number;
  /** How long a WebSocket client that left continues where it was; 0: it does not. */
  resumeSeconds: number;
  /** How long a connection waits for its next request, in ms. */
  keepAliveMs: number;
  /** Memory that unfinished answers may hold in each process. */
  answerBytes: number;
  /** One response in so many is logged; 0: errors only. */
  logEvery: number;
  logFormat: 'text' | 'json';
  /** Where metrics and health are served; undefined: nowhere. */
  metrics: { port: number; host: string | undefined } | undefined;
  /** Without a trailing slash. */
  baseUrl: string;
  /** In the resource identifiers of the FDSN services. */
  authorityId: string;
}

/** @throws SettingError */
export function readConfig(environment: Environment): GatewayConfig {
  const port = portSetting(environment);
  return {
    port,
    host: hostSetting(environment, 'HOST'),
    ...foldersSetting(environment, path),
    remote: remoteSetting(environment),
    ...readEngineSettings(environment),
    planLimits: readPlanLimits(textSetting(environment, 'PLAN_LIMITS', '')),
    trustedProxies: proxiesSetting(environment),
    serviceName: serviceNameSetting(environment),
    compatible: compatibleSetting(environment),
    mcp: choiceSetting(environment, 'MCP', ['on', 'off']) === 'on',
    streams: wholeSetting(environment, 'STREAMS', { fallback: CONNECTION_LIMITS.all, least: 0, most: 100_000 }),
    resumeSeconds: wholeSetting(environment, 'RESUME_SECONDS', { fallback: RESUME_SECONDS, least: 0, most: 3600 }),
    keepAliveMs: wholeSetting(environment, 'KEEP_ALIVE', { fallback: 75, least: 1, most: 3600 }) * SECOND,
    answerBytes:
      1e6 * wholeSetting(environment, 'ANSWER_MEGABYTES', { fallback: ANSWER_MEGABYTES, least: 16, most: 100_000 }),
    logEvery: wholeSetting(environment, 'LOG_REQUESTS', { fallback: 1, least: 0, most: 1_000_000 }),
    logFormat: logFormatSetting(environment),
    metrics: metricsSetting(environment),
    baseUrl: addressSetting(environment, 'BASE_URL', `http://localhost:${port}`),
    authorityId: authoritySetting(environment),
  };
}

function compatibleSetting(environment: Environment): CompatibleApi[] {
  const text = textSetting(environment, 'COMPATIBLE_APIS', COMPATIBLE_APIS.join());
  if (text.trim() === 'none') return [];
  const names = text.split(',').map((name) => name.trim().toLowerCase());
  const unknown = names.find((name) => !(COMPATIBLE_APIS as readonly string[]).includes(name));
  if (unknown !== undefined)
    throw new SettingError(
      `COMPATIBLE_APIS is "${shown(text)}"; it must be none, or a comma list of ${COMPATIBLE_APIS.join(', ')}`,
    );
  return COMPATIBLE_APIS.filter((name) => names.includes(name));
}

function authoritySetting(environment: Environment): string {
  const value = textSetting(environment, 'AUTHORITY_ID', DEFAULT_AUTHORITY);
  if (AUTHORITY.test(value)) return value;
  throw new SettingError(
    `AUTHORITY_ID is "${shown(value)}"; it must be a name such as ${DEFAULT_AUTHORITY} of at least three ` +
      `letters, digits, dots and hyphens`,
  );
}

function remoteSetting(environment: Environment): GatewayConfig['remote'] {
  if (textSetting(environment, 'DIST_URL', '') === '') return undefined;
  const megabytes = wholeSetting(environment, 'DIST_CACHE_MEGABYTES', { fallback: 2000, least: 50, most: 10_000_000 });
  return { url: addressSetting(environment, 'DIST_URL', ''), cacheBytes: megabytes * 1e6 };
}

const HOST_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/;

function metricsSetting(environment: Environment): GatewayConfig['metrics'] {
  const host = hostSetting(environment, 'METRICS_HOST', '127.0.0.1');
  if (textSetting(environment, 'METRICS_PORT', '') === '') return undefined;
  return { port: wholeSetting(environment, 'METRICS_PORT', { fallback: 0, least: 0, most: 65_535 }), host };
}

function hostSetting(environment: Environment, name: string, fallback = ''): string | undefined {
  const host = textSetting(environment, name, fallback);
  if (host === '') return undefined;
  if (isIP(host) !== 0 || HOST_NAME.test(host)) return host;
  throw new SettingError(`${name} is "${shown(host)}"; it must be a host name or an IP address to listen on`);
}

function proxiesSetting(environment: Environment): string[] {
  const text = textSetting(environment, 'TRUSTED_PROXIES', '');
  const blocks = text
    .split(',')
    .map((block) => block.trim())
    .filter((block) => block !== '');
  if (blocks.every(isBlock)) return blocks;
  throw new SettingError(
    `TRUSTED_PROXIES is "${shown(text)}"; it must be a list, separated by commas, of IP addresses or CIDR blocks`,
  );
}

function isBlock(block: string): boolean {
  const [address = '', prefix, ...rest] = block.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}
