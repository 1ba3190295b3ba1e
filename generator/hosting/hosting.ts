/** `dist/hosting/`: configuration of hosts, made from one table of routes. */
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { ENDPOINT_PATHS } from '#core/endpoints.ts';
import { caddyfile } from './caddy.ts';
import { GATEWAY_ONLY } from './routes.ts';
import { nginxHttp } from './nginx/http.ts';
import { nginxServer } from './nginx/server.ts';

/** For a folder that `generate --deployment` writes: details are found in their buckets. */
const WRANGLER = `${JSON.stringify(
  {
    name: 'hiposantr',
    main: 'worker.js',
    compatibility_date: '2026-01-01',
    vars: { GATEWAY_URL: 'https://gateway.example' },
    assets: {
      directory: 'site',
      binding: 'ASSETS',
      // Requests that a file answers cost nothing: the Worker answers these, and what is no file.
      run_worker_first: [...ENDPOINT_PATHS, ...GATEWAY_ONLY.map((path) => `${path}/*`)],
      html_handling: 'auto-trailing-slash',
      not_found_handling: 'none',
    },
  },
  null,
  2,
)}\n`;

const NETLIFY = `[build]
publish = "site"
edge_functions = "edge-functions"
`;

/** One file each: the Worker of Cloudflare, and the edge function of Netlify. */
function edgePrograms(): [worker: string, netlify: string] {
  const folder = fileURLToPath(new URL('edge/', import.meta.url));
  const text = (name: string): string =>
    buildSync({
      ...{ entryPoints: [`${folder}${name}.ts`], bundle: true, write: false, format: 'esm', target: 'es2022' },
      outdir: folder,
    }).outputFiles[0]!.text;
  return [text('worker'), text('netlify')];
}

let rendered: ReadonlyMap<string, string> | undefined;

/** Path in `dist/` → text. Rendered at the first call of the process. */
export const hostingFiles = (): ReadonlyMap<string, string> => (rendered ??= render());

function render(): Map<string, string> {
  const [worker, netlify] = edgePrograms();
  return new Map([
    ['hosting/nginx/http.conf', nginxHttp()],
    ['hosting/nginx/server.conf', nginxServer()],
    ['hosting/caddy/site.caddy', caddyfile()],
    ['hosting/cloudflare/worker.js', worker],
    ['hosting/cloudflare/wrangler.json', WRANGLER],
    ['hosting/netlify/netlify.toml', NETLIFY],
    ['hosting/netlify/edge-functions/hiposantr.js', netlify],
  ]);
}
