/** Email: by SMTP where configured, to the operator's log in development, otherwise none. */
import type { Log } from '../http/log.ts';
import { type AttemptLimiter, RECIPIENT_EMAILS } from './attempt-limits.ts';
import type { AccountsSettings } from './settings.ts';

export interface Email {
  /** Each kind has a limit of its own: a flood of registrations does not prevent a password reset. */
  kind: 'registration' | 'password' | 'webhook';
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /**
   * Undefined when no email is sent. Never throws: errors are logged, without the email.
   * @returns false when the recipient's limit is reached and the email is not sent
   */
  send: ((email: Email) => Promise<boolean>) | undefined;
  close(): void;
}

/** In ms. */
const SMTP_TIMEOUT_MS = 20_000;

interface MailerOptions {
  settings: Pick<AccountsSettings, 'smtpUrl' | 'mailFrom' | 'production'>;
  attemptLimiter: AttemptLimiter;
  log: Log;
}

export async function createMailer({ settings, attemptLimiter, log }: MailerOptions): Promise<Mailer> {
  const { deliver, close } = await delivery(settings, log);
  if (!deliver) return { send: undefined, close };
  return {
    close,
    async send(email) {
      const subject = `letters about ${email.kind} to ${email.to}`;
      if ((await attemptLimiter.consume(subject, RECIPIENT_EMAILS)).wait !== undefined) {
        log('mail: an email was not sent because its recipient got too many within the hour');
        return false;
      }
      try {
        await deliver(email);
      } catch (error) {
        // Servers' messages may contain the recipient: only the code is logged.
        const { code = 'unknown', responseCode = '' } = error as { code?: string; responseCode?: number };
        log(`mail: an email could not be sent (${code} ${responseCode}); see SMTP_URL`);
      }
      return true;
    },
  };
}

async function delivery({ smtpUrl, mailFrom, production }: MailerOptions['settings'], log: Log) {
  if (smtpUrl !== undefined) {
    const timeouts = {
      connectionTimeout: SMTP_TIMEOUT_MS,
      greetingTimeout: SMTP_TIMEOUT_MS,
      socketTimeout: SMTP_TIMEOUT_MS,
    };
    const { createTransport } = await import('nodemailer');
    // No attachments: nothing is read from files or URLs.
    const transport = createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
    const deliver = async ({ to, subject, text }: Email): Promise<void> =>
      void (await transport.sendMail({ from: mailFrom, to, subject, text }));
    return { deliver, close: () => transport.close() };
  }
  const deliver = async ({ to, subject, text }: Email): Promise<void> =>
    log([`mail to ${to} (not sent, as SMTP_URL is not set): ${subject}`, ...text.split('\n')].join('\n    '));
  // A production log is read by others than the recipient.
  return { deliver: production ? undefined : deliver, close: () => {} };
}
