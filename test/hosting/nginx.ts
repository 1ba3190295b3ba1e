/** A real nginx with the configuration of `dist/hosting/`. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programPath, runHost, type Cleanup, type HostOptions } from './host.ts';

export const NGINX = programPath('/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx');

/** For `skip`. */
export const WITHOUT_NGINX = NGINX === undefined && 'nginx is not installed (Debian: apt-get install nginx)';

interface NginxOptions extends Omit<HostOptions, 'gatewayPort'> {
  /** What is in the block `upstream hiposantr`. */
  upstream: string;
}

const TEMPORARY_FOLDERS = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** For the `http` block: folders that need no rights of root. */
export const temporaryPaths = (folder: string): string =>
  TEMPORARY_FOLDERS.map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ');

/** As docs/hosting.md shows it, on one port of the loopback address. */
const configuration = ({ dist, folder, port, upstream }: NginxOptions): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { }
http {
  access_log off;
  ${temporaryPaths(folder)}
  proxy_cache_path ${folder}/cache keys_zone=hiposantr:1m;
  upstream hiposantr { ${upstream} }
  include ${dist}/hosting/nginx/http.conf;
  server {
    listen 127.0.0.1:${port};
    root ${dist};
    include ${dist}/hosting/nginx/server.conf;
  }
}
`;

/** @returns its address */
export const startNginx = (t: Cleanup, options: NginxOptions): Promise<string> =>
  runNginx(t, { ...options, text: configuration(options) });

export function runNginx(t: Cleanup, { folder, port, text }: { folder: string; port: number; text: string }) {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, text);
  return runHost(t, { program: NGINX!, args: ['-c', file, '-e', join(folder, 'error.log')], port });
}
