import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractOf } from './contract.ts';
import type { Cleanup, HostOptions } from './host.ts';
import { programPath, runHost } from './host.ts';

const NGINX = programPath('/usr/sbin/nginx', '/usr/local/sbin/nginx', '/opt/homebrew/bin/nginx');

/** As docs/hosting.md shows it, on one port of the loopback address. */
const configuration = ({ dist, folder, port, gatewayPort }: HostOptions): string => `
daemon off;
master_process off;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events { }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join('\n  ')}
  proxy_cache_path ${folder}/cache keys_zone=hiposantr:1m;
  upstream hiposantr { server 127.0.0.1:${gatewayPort} max_fails=0; keepalive 4; }
  include ${dist}/hosting/nginx/http.conf;
  server {
    listen 127.0.0.1:${port};
    root ${dist};
    include ${dist}/hosting/nginx/server.conf;
  }
}
`;

contractOf('nginx', {
  missing: NGINX === undefined && 'nginx is not installed (Debian: apt-get install nginx)',
  keepsAnswers: true,
  start(t: Cleanup, options: HostOptions) {
    mkdirSync(options.folder, { recursive: true });
    const file = join(options.folder, 'nginx.conf');
    writeFileSync(file, configuration(options));
    return runHost(t, {
      program: NGINX!,
      args: ['-c', file, '-e', join(options.folder, 'error.log')],
      port: options.port,
    });
  },
});
