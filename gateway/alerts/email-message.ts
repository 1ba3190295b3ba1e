/** A message as an email, which one click ends (RFC 8058). */
import { type Email, type MailSettings, mailTransport } from '../http/mail.ts';
import { emailToken, recipientOf } from './email-store.ts';
import { fullTime, type Language, noticeOf } from './formats.ts';
import type { Confirmation, Payload } from './messages.ts';
import type { Attempt, QueuedMessage } from './queue.ts';

/** In ms; shorter than a process has a message. */
const SMTP_TIMEOUT_MS = 10_000;

export interface EmailSender {
  send(message: QueuedMessage): Promise<Attempt>;
  close(): void;
}

interface SenderOptions {
  settings: MailSettings;
  /** Without a trailing slash. */
  baseUrl: string;
  serviceName: string;
}

const WORDS = {
  tr: {
    why: (service: string) => `Bu e-postayı ${service} deprem bildirimlerine kaydolduğunuz için aldınız.`,
    end: 'Bildirimleri durdurmak için:',
    noWarning: 'Bu bir erken uyarı değildir.',
    confirm: (service: string) => `${service}: deprem bildirimlerini onaylayın`,
    asked: (service: string) =>
      `Bu adrese ${service} deprem bildirimlerinin gönderilmesi istendi. İsteyen sizseniz bir saat içinde bu sayfayı açıp onaylayın:`,
    ignore: 'Siz istemediyseniz bir şey yapmanıza gerek yok: onaylanmadan bildirim gönderilmez.',
  },
  en: {
    why: (service: string) => `You get this email because you subscribed to earthquake alerts of ${service}.`,
    end: 'To end them:',
    noWarning: 'This is no early warning.',
    confirm: (service: string) => `${service}: confirm your earthquake alerts`,
    asked: (service: string) =>
      `Somebody asked ${service} to send earthquake alerts to this address. If this was you, open this page within an hour and confirm:`,
    ignore: 'If this was not you, you can ignore this email: nothing is sent before it is confirmed.',
  },
};

/** Answers of a server that does not know the recipient (RFC 3463, RFC 5321). */
const UNKNOWN_RECIPIENT = new Set([550, 551, 553]);

export function emailSender({ settings, baseUrl, serviceName }: SenderOptions): EmailSender {
  const { smtpUrl, mailFrom: from } = settings;
  const transport = smtpUrl === undefined ? undefined : mailTransport(smtpUrl, SMTP_TIMEOUT_MS);
  return {
    async send(message) {
      if (!transport) return { isDelivered: false, error: 'SMTP_URL is not set' };
      try {
        await transport.send(emailOf(message, { from, baseUrl, serviceName }));
        return { isDelivered: true, status: 250 };
      } catch (error) {
        const { code = 'error', responseCode } = error as { code?: string; responseCode?: number };
        const isGone = UNKNOWN_RECIPIENT.has(responseCode ?? 0);
        return { isDelivered: false, error: `${code} ${responseCode ?? ''}`.trim(), ...(isGone && { status: 410 }) };
      }
    },
    close: () => transport?.close(),
  };
}

interface Sending {
  from: string;
  baseUrl: string;
  serviceName: string;
}

function emailOf(message: QueuedMessage, sending: Sending) {
  const { id, url, language, secret, subscriber, body } = message;
  const { from, baseUrl, serviceName } = sending;
  const payload = JSON.parse(body) as Payload | Confirmation;
  if (payload.type === 'confirmation') return confirmationOf(message, sending);
  const { title, lines, page } = noticeOf(payload, language, fullTime);
  const words = WORDS[language];
  const end = `${baseUrl}/account/email-alerts/end?token=${encodeURIComponent(emailToken(subscriber, secret))}`;
  const { host } = new URL(baseUrl);
  return {
    from,
    to: recipientOf(url),
    subject: title,
    text: [lines.join('\n'), page ?? baseUrl, `${words.why(serviceName)} ${words.noWarning}\n${words.end} ${end}`]
      .filter((part) => part !== '')
      .join('\n\n'),
    // The same in a repetition; of one earthquake, one thread.
    messageId: `<${id}@${host}>`,
    ...('earthquake' in payload.data && { references: `<${payload.data.earthquake.event_id}@${host}>` }),
    headers: {
      'List-Unsubscribe': `<${end}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  };
}

function confirmationOf(
  { id, url, language, secret, subscriber }: QueuedMessage,
  { from, baseUrl, serviceName }: Sending,
) {
  const words = WORDS[language];
  const link = `${baseUrl}/account/email-alerts/confirm?token=${encodeURIComponent(emailToken(subscriber, secret))}`;
  return {
    ...{ from, to: recipientOf(url), subject: words.confirm(serviceName) },
    text: [words.asked(serviceName), link, words.ignore].join('\n\n'),
    messageId: `<${id}@${new URL(baseUrl).host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

const SWITCHED_OFF = {
  tr: {
    gone: '410 (Gone) yanıtını verdi',
    failing: 'bir gün boyunca hiçbir iletiyi kabul etmedi',
    subject: 'webhook kapatıldı',
    what: (host: string, why: string) =>
      `${host} sunucusundaki webhook adresiniz ${why}. Bu adrese artık deprem bildirimi gönderilmiyor.`,
    next: 'Sorunu giderdikten sonra hesap sayfanızdan yeniden açabilirsiniz:',
  },
  en: {
    gone: 'answered 410 (Gone)',
    failing: 'accepted no message for a day',
    subject: 'a webhook was switched off',
    what: (host: string, why: string) => `Your webhook at ${host} ${why}. No more alerts are sent there.`,
    next: 'When it works again, switch it on on your account page:',
  },
};

interface SwitchedOff {
  /** Of the owner. */
  email: string;
  /** Of the webhook. */
  url: string;
  language: Language;
}

/** To the owner of a webhook. */
export function switchedOffEmail(
  { email: to, url, language }: SwitchedOff,
  reason: 'gone' | 'failing',
  { baseUrl, serviceName }: Pick<SenderOptions, 'baseUrl' | 'serviceName'>,
): Email {
  const words = SWITCHED_OFF[language];
  const what = words.what(new URL(url).host, words[reason]);
  return {
    to,
    subject: `${serviceName}: ${words.subject}`,
    text: `${[what, words.next, `${baseUrl}/account/`].join('\n\n')}\n`,
  };
}
