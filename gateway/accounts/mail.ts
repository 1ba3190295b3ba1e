/** Email: by SMTP where configured, otherwise to the operator's log. */
import type { Log } from '../http/log.ts';
import { mailTransport } from '../http/smtp.ts';
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

export function createMailer(
  { smtpUrl, mailFrom: from }: Pick<AccountsSettings, 'smtpUrl' | 'mailFrom'>,
  log: Log,
): Mailer {
  const transport = smtpUrl === undefined ? undefined : mailTransport(smtpUrl, SMTP_TIMEOUT_MS);
  return {
    close: () => transport?.close(),
    async send({ to, subject, text }) {
      if (!transport) return log(loggedEmail({ to, subject, text }));
      try {
        await transport.send({ from, to, subject, text });
      } catch (error) {
        // Servers' messages may contain the recipient: only the code is logged.
        const { code = 'unknown', responseCode = '' } = error as { code?: string; responseCode?: number };
        log(`mail: an email could not be sent (${code} ${responseCode}); see SMTP_URL`);
      }
    },
  };
}

const loggedEmail = ({ to, subject, text }: Email): string =>
  [`mail to ${to} (not sent, as SMTP_URL is not set): ${subject}`, ...text.split('\n')].join('\n    ');
