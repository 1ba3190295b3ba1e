/** What is used of `web-push`, which has no types of its own. */
declare module 'web-push' {
  const webPush: {
    /** Both base64url. */
    generateVAPIDKeys(): { publicKey: string; privateKey: string };
    generateRequestDetails(
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } },
      payload: string,
      options: {
        vapidDetails: { subject: string; publicKey: string; privateKey: string };
        contentEncoding: 'aes128gcm';
        /** In seconds. */
        TTL: number;
        urgency: 'normal' | 'high';
        topic: string;
      },
    ): { headers: Record<string, string | number>; body: Buffer };
  };
  export default webPush;
}
