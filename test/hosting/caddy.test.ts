import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { contractOf } from './contract.ts';
import { programPath, runHost } from './host.ts';

const CADDY = programPath('/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy');

contractOf('Caddy', {
  missing: CADDY === undefined && 'Caddy is not installed (Debian: apt-get install caddy)',
  keepsAnswers: false,
  start(t, { dist, folder, port, gatewayPort }) {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, 'Caddyfile');
    // As docs/hosting.md shows it, on one port of the loopback address.
    writeFileSync(
      file,
      `{
  admin off
  auto_https off
}
http://127.0.0.1:${port} {
  root * ${dist}
  import ${dist}/hosting/caddy/site.caddy
}
`,
    );
    return runHost(t, {
      program: CADDY!,
      args: ['run', '--config', file, '--adapter', 'caddyfile'],
      port,
      environment: {
        HOME: folder,
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
        HIPOSANTR_GATEWAY: `127.0.0.1:${gatewayPort}`,
      },
    });
  },
});
