/** The worker's end of {@link threadOf}: answers messages, and moves pictures instead of copying them. */

/** In the page it does nothing. */
export function answerMessages(answer: (request: never) => Promise<unknown>): void {
  if (typeof document !== 'undefined') return;
  addEventListener('message', ({ data }: MessageEvent<{ number: number; request: never }>) => {
    const { number, request } = data;
    answer(request).then(
      (reply) => {
        const pictures = [reply, (reply as { image?: unknown } | undefined)?.image];
        const transfer = pictures.filter((one) => one instanceof ImageBitmap);
        self.postMessage({ number, reply }, { transfer });
      },
      () => self.postMessage({ number, failed: true }),
    );
  });
}
