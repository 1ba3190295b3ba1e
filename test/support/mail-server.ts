/** A mail server of this machine. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  from: string;
  to: string[];
  text: string;
}

/** @param refusal of a recipient: a code of SMTP, or undefined */
export async function mailServer(
  t: { after(work: () => void): void },
  refusal: () => number | undefined = () => undefined,
) {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_, __, callback) {
      const code = refusal();
      callback(code === undefined ? null : Object.assign(new Error('refused'), { responseCode: code }));
    },
    onData(stream, session, callback) {
      let text = '';
      stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({ from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address), text });
        callback();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  t.after(() => server.close());
  return { received, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}

/** The text of an email as a mail program shows it. */
export function textOf({ text }: ReceivedMail): string {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const body = rest.join('\n\n');
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8');
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
