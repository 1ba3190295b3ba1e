import { contractOf } from './contract.ts';
import type { Cleanup, HostOptions } from './host.ts';
import { startNginx, WITHOUT_NGINX } from './nginx.ts';

contractOf('nginx', {
  missing: WITHOUT_NGINX,
  keepsAnswers: true,
  start: (t: Cleanup, { gatewayPort, ...options }: HostOptions) =>
    startNginx(t, { ...options, upstream: `server 127.0.0.1:${gatewayPort} max_fails=0; keepalive 4;` }),
});
