/** Connections to the mail server of `SMTP_URL`; the library is loaded with the first email. */
import type { SendMailOptions, Transporter } from 'nodemailer';

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
