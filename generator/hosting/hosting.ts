/** `dist/hosting/`: configuration of hosts, made from one table of routes. */
import { caddyfile } from './caddy.ts';
import { nginxHttp } from './nginx/http.ts';
import { nginxServer } from './nginx/server.ts';

/** Path in `dist/` → text. */
export function hostingFiles(): Map<string, string> {
  const hosts = {
    nginx: { 'http.conf': nginxHttp(), 'server.conf': nginxServer() },
    caddy: { 'site.caddy': caddyfile() },
  };
  return new Map(
    Object.entries(hosts).flatMap(([host, files]) =>
      Object.entries(files).map(([name, text]): [string, string] => [`hosting/${host}/${name}`, text]),
    ),
  );
}
