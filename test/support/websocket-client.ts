/** Messages of a WebSocket, one by one. */
export async function openWebSocket(url: string) {
  const socket = new WebSocket(url);
  const received: string[] = [];
  let wake = (): void => {};
  socket.addEventListener('message', ({ data }) => (received.push(String(data)), wake()));
  const closed = new Promise<number>((resolve) =>
    socket.addEventListener('close', ({ code }) => (resolve(code), wake())),
  );
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`${url} is not opened`)));
  });
  return {
    socket,
    closed,
    async next(): Promise<string> {
      while (received.length === 0 && socket.readyState === WebSocket.OPEN)
        await new Promise<void>((resolve) => (wake = resolve));
      if (received.length === 0) throw new Error('the connection is closed');
      return received.shift()!;
    },
  };
}
