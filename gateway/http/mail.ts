/** Email by the mail server of `SMTP_URL`, or to the operator's log. The library is loaded with the first email. */
import type { SendMailOptions, Transporter } from 'nodemailer';
import type { Log } from './log.ts';

/**
 * Its errors may hold the recipient.
 * @param timeout of connecting, of the greeting and of silence, in ms
 */
export function mailTransport(url: string, timeout: number) {
  let opening: Promise<Transporter> | undefined;
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer');
    const timeouts = { connectionTimeout: timeout, greetingTimeout: timeout, socketTimeout: timeout };
    // No attachments: nothing is read from files or URLs.
    return createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  };
  return {
    send: async (email: SendMailOptions): Promise<void> => void (await (await (opening ??= open())).sendMail(email)),
    close: (): void => void opening?.then((transport) => transport.close()),
  };
}

export interface Email {
  to: string;
  subject: string;
  text: string;
}

export interface MailSettings {
  /** `smtp://…`; undefined: emails are in the operator's log. */
  smtpUrl: string | undefined;
  /** Sender of emails. */
  mailFrom: string;
}

export interface Mailer {
  /** Never throws: errors are logged, without the email. */
  send(email: Email): Promise<void>;
  close(): void;
}

/** In ms. */
const SMTP_TIMEOUT_MS = 20_000;

export function createMailer({ smtpUrl, mailFrom: from }: MailSettings, log: Log): Mailer {
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
