/** A listener of EMSC's feed: each message is JSON with an action and the properties of an earthquake. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';

interface Heard {
  action: string;
  data: { properties: { mag: number } };
}

export async function emscListener(url: string, headers: Record<string, string>) {
  const socket = new WebSocket(url, { headers });
  /** Action and magnitude. */
  const seen: string[] = [];
  socket.on('message', (text: Buffer) => {
    const { action, data } = JSON.parse(text.toString()) as Heard;
    seen.push(`${action} ${data.properties.mag}`);
  });
  await once(socket, 'open');
  return {
    socket,
    seen,
    /** Waits for so many messages, and a little longer for others that should not come. */
    async has(count: number): Promise<string[]> {
      const until = performance.now() + 5000;
      while (seen.length < count && performance.now() < until) await wait(2);
      await wait(30);
      return seen;
    },
  };
}
