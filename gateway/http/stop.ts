/** The graceful stop of a server. */
import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';

interface Stopping {
  unanswered: ReadonlySet<ServerResponse>;
  sockets: ReadonlySet<Socket>;
  upgraded: ReadonlySet<Duplex>;
  grace: number;
}

/** Interval of closing idle connections while stopping, in ms. */
const IDLE_CHECK = 50;

/**
 * node regards a connection as idle once the last response is in its buffer, however slowly the client reads it. So
 * idle connections are closed after every response was sent, and not at once as by `http.Server.close`.
 */
export function stop(server: Server, { unanswered, sockets, upgraded, grace }: Stopping): Promise<void> {
  const closeIdle = (): void => {
    const isSent = (socket: Socket): boolean => upgraded.has(socket) || socket.writableLength === 0;
    if (unanswered.size === 0 && sockets.values().every(isSent)) server.closeIdleConnections();
  };
  return new Promise((resolve) => {
    const idle = setInterval(closeIdle, IDLE_CHECK);
    const end = setTimeout(() => {
      server.closeAllConnections();
      for (const socket of upgraded) socket.destroy();
    }, grace);
    NetServer.prototype.close.call(server, () => {
      clearInterval(idle);
      clearTimeout(end);
      resolve();
    });
    closeIdle();
  });
}
