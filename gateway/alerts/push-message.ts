/** Web Push: the notification of a message, encrypted for one browser (RFC 8291). */
import { type EpochMs, SECOND } from '#core/time.ts';
import { noticeOf, shortTime } from './formats.ts';
import type { Confirmation, Payload } from './messages.ts';
import type { PushKeys } from './push-keys.ts';
import { SHORT_LIFE } from './channels.ts';
import type { QueuedMessage } from './queue.ts';

/** Of the texts, in UTF-8; services of push take 4,096 bytes in all, encrypted. */
const MAX_BYTES = { title: 500, body: 1500 };

export interface PushSender {
  /** Of the operator: an address of https or mailto. */
  subject: string;
  keys: () => Promise<PushKeys>;
}

/** What the service worker is sent. */
export interface BrowserNotification {
  title: string;
  body: string;
  /** Equal for all about one earthquake: a notification takes the place of the one before. */
  tag: string;
  /** Whether one that takes another's place sounds again. */
  renotify: boolean;
  lang: string;
  /** The page that it opens; absent: the home page. */
  url?: string;
}

const SUMMARY = 'summary';

/** Of the earthquake; all summaries have one. */
const threadOf = ({ data }: Payload): string => ('earthquake' in data ? data.earthquake.event_id : SUMMARY);

export function browserNotificationOf(payload: Payload, language: QueuedMessage['language']): BrowserNotification {
  const { title, lines, page } = noticeOf(payload, language, shortTime);
  return {
    title: cut(title, MAX_BYTES.title),
    body: cut(lines.join('\n'), MAX_BYTES.body),
    tag: threadOf(payload),
    renotify: payload.type === 'earthquakes.summary' || isGreater(payload),
    lang: language,
    ...(page === undefined ? {} : { url: page }),
  };
}

const WELCOME = {
  tr: { title: 'Deprem bildirimleri açık', body: 'Bu bir erken uyarı değildir.' },
  en: { title: 'Earthquake notifications are on', body: 'This is not an early warning.' },
};

const welcomeIn = (lang: QueuedMessage['language']): BrowserNotification => ({
  ...{ ...WELCOME[lang], tag: 'welcome', renotify: false, lang },
});

/** Of a revision. */
const isGreater = ({ data }: Payload): boolean =>
  'earthquake' in data && (data.earthquake.magnitude ?? 0) > (data.previous?.magnitude ?? Infinity);

/** No character is divided. */
function cut(text: string, bytes: number): string {
  const whole = Buffer.from(text);
  return whole.byteLength <= bytes ? text : `${new TextDecoder().decode(whole.subarray(0, bytes), { stream: true })}…`;
}

export async function pushRequest(
  { body: json, url, language, publicKey, secret, createdAt, kind }: QueuedMessage,
  { subject, keys }: PushSender,
  now: EpochMs,
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const life = createdAt + SHORT_LIFE - now;
  const payload = JSON.parse(json) as Payload | Confirmation;
  const shown = payload.type === 'confirmation' ? welcomeIn(language) : browserNotificationOf(payload, language);
  const { default: webPush } = await import('web-push');
  const subscription = { endpoint: url, keys: { p256dh: publicKey!, auth: secret } };
  const { headers, body } = webPush.generateRequestDetails(subscription, JSON.stringify(shown), {
    vapidDetails: { subject, ...(await keys()) },
    contentEncoding: 'aes128gcm',
    TTL: Math.ceil(life / SECOND),
    urgency: kind === 'created' ? 'high' : 'normal',
    // Of what a phone has missed, the last one is kept.
    topic: shown.tag,
  });
  return { body, headers: withLowerCase(headers) };
}

/** As the other headers of a request are written. */
const withLowerCase = (headers: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]));
