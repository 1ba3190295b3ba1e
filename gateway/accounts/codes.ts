/**
 * Log-in codes: six digits, sent by email, that only the browser that asked can use. The library's plugin makes, stores
 * and checks them; under which name it finds one depends on a secret of the browser.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash, randomBytes } from 'node:crypto';
import type { BetterAuthOptions } from 'better-auth';
import { emailOTP, type EmailOTPOptions } from 'better-auth/plugins/email-otp';
import { MINUTE, SECOND } from '#core/time.ts';
import type { Language } from './problems.ts';

/** The cookie that holds the secret of a browser that has asked for a code. */
export const BROWSER_COOKIE = 'hiposantr.browser';
export const CODE_LIFETIME = 10 * MINUTE;
/** Wrong entries, after which a code works no longer. */
const WRONG_ENTRIES = 5;

/** In place of a browser's secret: a code that the operator has made works in any. */
export const ANY_BROWSER = 'any';

const SECRET = /^[\w-]{22}$/;
export const isBrowserSecret = (text: string | undefined): text is string => text !== undefined && SECRET.test(text);
export const newBrowserSecret = (): string => randomBytes(16).toString('base64url');

const browser = new AsyncLocalStorage<string>();

/** Runs requests to the library about the codes of one browser. */
export const ofBrowser = <T>(secret: string, work: () => Promise<T>): Promise<T> => browser.run(secret, work);

/** Of a code, or of its name in the database: without the browser's secret neither can be found out. */
const hash = async (text: string): Promise<string> =>
  createHash('sha256')
    .update(`${browser.getStore() ?? ''} ${text}`)
    .digest('base64url');

/** The library's name of a log-in code begins so. */
const IDENTIFIER_PREFIX = 'sign-in-otp-';

export const CODE_STORAGE: BetterAuthOptions['verification'] = {
  storeIdentifier: { default: 'plain', overrides: { [IDENTIFIER_PREFIX]: { hash } } },
};

export const codePlugin = (sendVerificationOTP: EmailOTPOptions['sendVerificationOTP']) =>
  emailOTP({
    expiresIn: CODE_LIFETIME / SECOND,
    allowedAttempts: WRONG_ENTRIES,
    storeOTP: { hash },
    sendVerificationOTP,
  });

/** @param link to the page of log-in @param code six digits */
export function codeEmail(language: Language, { service, link }: { service: string; link: string }, code: string) {
  const [subject, ...paragraphs] = {
    tr: [
      `${service} giriş kodunuz: ${code}`,
      `${service} hesabınıza giriş kodunuz:`,
      code,
      'Kod on dakika geçerlidir, bir kez kullanılabilir ve yalnızca kodu istediğiniz tarayıcıda çalışır. Kodu ' +
        'kimseyle paylaşmayın, yalnızca şu sayfaya girin:',
      link,
      'Kodu siz istemediyseniz bir şey yapmanıza gerek yok: bu kod olmadan kimse giriş yapamaz.',
    ],
    en: [
      `${service} log-in code: ${code}`,
      `Your code to log in to ${service}:`,
      code,
      'It works once, within ten minutes, in the browser that asked for it. Do not share it with anyone, and enter ' +
        'it on this page only:',
      link,
      'If you did not ask for it, you can ignore this email: without the code nobody can log in.',
    ],
  }[language];
  return { subject: subject!, text: `${paragraphs.join('\n\n')}\n` };
}
