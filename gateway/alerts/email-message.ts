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
    gone: '410 (Gone) yanıtını verdi',
    failing: 'bir gün boyunca hiçbir iletiyi kabul etmedi',
    switchedOff: 'webhook kapatıldı',
    sentNoMore: (host: string, why: string) =>
      `${host} sunucusundaki webhook adresiniz ${why}. Bu adrese artık deprem bildirimi gönderilmiyor.`,
    switchOn: 'Sorunu giderdikten sonra hesap sayfanızdan yeniden açabilirsiniz:',
  },
  en: {
    why: (service: string) => `You get this email because you subscribed to earthquake alerts from ${service}.`,
    end: 'To stop them:',
    noWarning: 'This is not an early warning.',
    confirm: (service: string) => `${service}: confirm your earthquake alerts`,
    asked: (service: string) =>
      `Someone asked ${service} to send earthquake alerts to this address. If this was you, open this page within an hour and confirm:`,
    ignore: 'If this was not you, you can ignore this email: nothing is sent before it is confirmed.',
    gone: 'answered 410 (Gone)',
    failing: 'accepted no message for a day',
    switchedOff: 'a webhook was switched off',
    sentNoMore: (host: string, why: string) => `Your webhook at ${host} ${why}. No more alerts are sent there.`,
    switchOn: 'When it works again, switch it on on your account page:',
  },
};

/** Answers of a server that does not know the recipient (RFC 3463, RFC 5321). */
const UNKNOWN_RECIPIENT = new Set([550, 551, 553]);

export function emailSender(options: SenderOptions): EmailSender {
  const { smtpUrl } = options.settings;
  const transport = smtpUrl === undefined ? undefined : mailTransport(smtpUrl, SMTP_TIMEOUT_MS);
  return {
    async send(message) {
      if (!transport) return { isDelivered: false, error: 'SMTP_URL is not set' };
      try {
        await transport.send(emailOf(message, options));
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

function emailOf(
  { id, url, language, secret, subscriber, body }: QueuedMessage,
  { settings: { mailFrom: from }, baseUrl, serviceName }: SenderOptions,
) {
  const payload = JSON.parse(body) as Payload | Confirmation;
  const words = WORDS[language];
  const { host } = new URL(baseUrl);
  const token = encodeURIComponent(emailToken(subscriber, secret));
  const linkTo = (what: 'confirm' | 'end'): string => `${baseUrl}/account/email-alerts/${what}?token=${token}`;
  const headers = { 'Auto-Submitted': 'auto-generated' };
  // The same id in a repetition.
  const envelope = { from, to: recipientOf(url), messageId: `<${id}@${host}>` };
  if (payload.type === 'confirmation') {
    const text = [words.asked(serviceName), linkTo('confirm'), words.ignore].join('\n\n');
    return { ...envelope, headers, subject: words.confirm(serviceName), text };
  }
  const { title, lines, page } = noticeOf(payload, language, fullTime);
  const end = linkTo('end');
  return {
    ...envelope,
    subject: title,
    text: [lines.join('\n'), page ?? baseUrl, `${words.why(serviceName)} ${words.noWarning}\n${words.end} ${end}`]
      .filter((part) => part !== '')
      .join('\n\n'),
    // Of one earthquake, one thread.
    ...('earthquake' in payload.data && { references: `<${payload.data.earthquake.event_id}@${host}>` }),
    headers: { ...headers, 'List-Unsubscribe': `<${end}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}

/** To the owner of a webhook. */
export function switchedOffEmail(
  { email: to, url, language }: { email: string; url: string; language: Language },
  reason: 'gone' | 'failing',
  { baseUrl, serviceName }: Pick<SenderOptions, 'baseUrl' | 'serviceName'>,
): Email {
  const words = WORDS[language];
  const what = words.sentNoMore(new URL(url).host, words[reason]);
  const text = `${[what, words.switchOn, `${baseUrl}/account/`].join('\n\n')}\n`;
  return { to, subject: `${serviceName}: ${words.switchedOff}`, text };
}
