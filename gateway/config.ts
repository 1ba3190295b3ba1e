/** The gateway's settings from the environment: all of them good, or one error that names every variable that is not. */
import { isIP } from 'node:net';
import { shown } from '#core/text.ts';

export interface GatewayConfig {
  /** 0 lets the system choose one. */
  port: number;
  /** Undefined: every address of the machine. */
  host: string | undefined;
  distDir: string;
  /** Addresses and CIDR blocks whose `X-Forwarded-For` is believed. */
  trustedProxies: string[];
  serviceName: string;
  /** Without a trailing slash. */
  baseUrl: string;
}

export class ConfigError extends Error {
  override name = 'ConfigError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws ConfigError */
export function readConfig(environment: Environment): GatewayConfig {
  const faults: string[] = [];
  const read = <T>(name: string, fallback: T, parse: (text: string) => T | undefined, rule: string): T => {
    const text = environment[name]?.trim() ?? '';
    if (text === '') return fallback;
    const value = parse(text);
    if (value === undefined) faults.push(`${name} must be ${rule}; "${shown(text)}" is not.`);
    return value ?? fallback;
  };
  const port = read('PORT', 8787, portNumber, 'a port number from 0 to 65535');
  const config: GatewayConfig = {
    port,
    host: read<string | undefined>('HOST', undefined, hostName, 'a host name or an IP address to listen on'),
    distDir: read('DIST_DIR', 'dist', notBlank, 'a folder'),
    trustedProxies: read('TRUSTED_PROXIES', [], proxies, 'a list, separated by commas, of IP addresses or CIDR blocks'),
    serviceName: read('SERVICE_NAME', 'zelzele', name, 'a name of at most 80 characters'),
    baseUrl: read('BASE_URL', `http://localhost:${port}`, baseUrl, 'an http or https URL without query and fragment'),
  };
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config;
}

const portNumber = (text: string): number | undefined =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined;

const hostName = (text: string): string | undefined =>
  isIP(text) !== 0 || /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252}[A-Za-z0-9])?$/.test(text) ? text : undefined;

const notBlank = (text: string): string | undefined => (text.includes('\0') ? undefined : text);

const name = (text: string): string | undefined => (text.length <= 80 ? text : undefined);

function baseUrl(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') return undefined;
  return text.replace(/\/+$/, '');
}

function proxies(text: string): string[] | undefined {
  const blocks = text
    .split(',')
    .map((block) => block.trim())
    .filter((block) => block !== '');
  return blocks.every(isBlock) ? blocks : undefined;
}

function isBlock(block: string): boolean {
  const [address = '', prefix, ...rest] = block.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}
