/** Mail: through SMTP where it is configured, to the operator's log in development, else none. */
import { createTransport } from 'nodemailer';
import type { Log } from '../http/log.ts';
import type { AttemptLimiter } from './attempt-limits.ts';
import { RECIPIENT_EMAILS } from './attempt-limits.ts';
import type { AccountsSettings } from './settings.ts';

export interface Email {
  /** Letters of one kind do not use up the allowance of the other: who floods a mailbox with one keeps nobody from the other. */
  kind: 'registration' | 'password';
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /**
   * Undefined where no mail is sent. Never throws: what went wrong is in the log, without the letter.
   * @returns false when the recipient has had too many, and this one is not sent
   */
  send: ((letter: Email) => Promise<boolean>) | undefined;
  close(): void;
}

/** In ms. */
const SMTP_TIMEOUT_MS = 20_000;

interface MailerOptions {
  settings: Pick<AccountsSettings, 'smtpUrl' | 'mailFrom' | 'production'>;
  attempts: AttemptLimiter;
  log: Log;
}

export function createMailer({ settings, attempts, log }: MailerOptions): Mailer {
  const { deliver, close } = delivery(settings, log);
  if (!deliver) return { send: undefined, close };
  return {
    close,
    async send(letter) {
      if (attempts.consume(`letters about ${letter.kind} to ${letter.to}`, RECIPIENT_EMAILS).wait !== undefined) {
        log('mail: a letter was not sent, its recipient got too many within the hour');
        return false;
      }
      try {
        await deliver(letter);
      } catch (error) {
        // Some servers' answers repeat the recipient: only the kind of the fault is told.
        const { code = 'unknown', responseCode = '' } = error as { code?: string; responseCode?: number };
        log(`mail: a letter could not be sent (${code} ${responseCode}); see SMTP_URL`);
      }
      return true;
    },
  };
}

function delivery({ smtpUrl, mailFrom, production }: MailerOptions['settings'], log: Log) {
  if (smtpUrl !== undefined) {
    const waits = {
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
    };
    // No letter of ours has an attachment: nothing is ever read from a file or an address.
    const transport = createTransport({ url: smtpUrl, ...waits, disableFileAccess: true, disableUrlAccess: true });
    const deliver = async ({ to, subject, text }: Email): Promise<void> =>
      void (await transport.sendMail({ from: mailFrom, to, subject, text }));
    return { deliver, close: () => transport.close() };
  }
  const deliver = async ({ to, subject, text }: Email): Promise<void> =>
    log([`mail to ${to} (not sent, as SMTP_URL is not set): ${subject}`, ...text.split('\n')].join('\n    '));
  // In production a log is read by others than the recipient.
  return { deliver: production ? undefined : deliver, close: () => {} };
}
