/** Email: by SMTP where configured, otherwise to the operator's log. */
import type { Log } from '../http/log.ts';
import type { AccountsSettings } from './settings.ts';

export interface Email {
  to: string;
  subject: string;
  text: string;
}

export interface Mailer {
  /** Never throws: errors are logged, without the email. */
  send(email: Email): Promise<void>;
  close(): void;
}

/** In ms. */
const SMTP_TIMEOUT_MS = 20_000;

export async function createMailer(
  settings: Pick<AccountsSettings, 'smtpUrl' | 'mailFrom'>,
  log: Log,
): Promise<Mailer> {
  const { deliver, close } = await delivery(settings, log);
  return {
    close,
    async send(email) {
      try {
        await deliver(email);
      } catch (error) {
        // Servers' messages may contain the recipient: only the code is logged.
        const { code = 'unknown', responseCode = '' } = error as { code?: string; responseCode?: number };
        log(`mail: an email could not be sent (${code} ${responseCode}); see SMTP_URL`);
      }
    },
  };
}

async function delivery({ smtpUrl, mailFrom }: Parameters<typeof createMailer>[0], log: Log) {
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
  return { deliver, close: () => {} };
}
