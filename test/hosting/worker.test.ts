import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { contractOf } from './contract.ts';
import { runHost, type HostOptions } from './host.ts';

/** Cloudflare's runtime; undefined where there is none for this machine. */
function workerd(): string | undefined {
  try {
    return (createRequire(import.meta.url)('workerd') as { default: string }).default;
  } catch {
    return undefined;
  }
}

const WORKERD = workerd();

/** Static assets by a folder, as with html_handling: pages by their address alone; what is no file is not there. */
const ASSETS = `export default {
  async fetch(request, { DISK }) {
    const url = new URL(request.url);
    if (url.pathname.endsWith('.html')) return new Response(null, { status: 307 });
    if (url.pathname.endsWith('/')) url.pathname += 'index.html';
    else if (/^\\/[0-9]{3}$/.test(url.pathname)) url.pathname += '.html';
    const response = await DISK.fetch(new Request(url, request));
    const isFile = response.headers.get('Content-Type') === 'application/octet-stream';
    return isFile ? response : new Response(null, { status: 404 });
  },
};
`;

const configuration = ({ dist, port, gatewayPort }: HostOptions): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "assets", worker = .assets),
    (name = "disk", disk = (path = "${dist}")),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker.js", esModule = embed "worker.js")],
  bindings = [
    (name = "ASSETS", service = "assets"),
    (name = "GATEWAY_URL", text = "http://127.0.0.1:${gatewayPort}"),
  ],
  compatibilityDate = "2026-01-01",
);
const assets :Workerd.Worker = (
  modules = [(name = "assets.js", esModule = embed "assets.js")],
  bindings = [(name = "DISK", service = "disk")],
  compatibilityDate = "2026-01-01",
);
`;

contractOf('the Worker in workerd', {
  missing: WORKERD === undefined && 'there is no workerd for this machine',
  // The runtime alone has no cache: test/hosting/edge.test.ts tries that part.
  keepsAnswers: false,
  start(t, options) {
    const { dist, folder, port } = options;
    mkdirSync(folder, { recursive: true });
    copyFileSync(join(dist, 'hosting/cloudflare/worker.js'), join(folder, 'worker.js'));
    writeFileSync(join(folder, 'assets.js'), ASSETS);
    writeFileSync(join(folder, 'config.capnp'), configuration(options));
    return runHost(t, { program: WORKERD!, args: ['serve', join(folder, 'config.capnp')], port });
  },
});
