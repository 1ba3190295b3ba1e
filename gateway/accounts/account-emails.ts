/** Emails about an account, sent after the response: its time does not reveal whether the address has an account. */
import { confirmationToken } from './links.ts';
import { confirmationEmail, type EmailTemplate, existingAccountEmail, passwordResetEmail } from './email-templates.ts';
import { preferredLanguage } from './language.ts';
import type { Mailer } from './mail.ts';
import type { AccountsSettings } from './settings.ts';

interface AccountEmailsOptions {
  /** Without a trailing slash. */
  baseUrl: string;
  serviceName: string;
  mailer: Mailer;
  settings: Pick<AccountsSettings, 'secret'>;
}

interface Registered {
  id: string;
  email: string;
}

export function accountEmails({ baseUrl, serviceName: service, mailer, settings: { secret } }: AccountEmailsOptions) {
  const send = async (template: EmailTemplate, to: string, path: string, request?: Request): Promise<boolean> => {
    const language = preferredLanguage(request?.headers.get('Accept-Language') ?? undefined);
    return (await mailer.send?.(template(language, { to, service, link: `${baseUrl}/account/${path}` }))) ?? false;
  };
  const withToken = (page: string, token: string): string => `${page}?token=${encodeURIComponent(token)}`;
  return {
    async confirm(user: Registered, request?: Request): Promise<void> {
      await send(confirmationEmail, user.email, withToken('confirm', await confirmationToken(secret, user)), request);
    },
    /** @returns false when none is sent */
    reset: (to: string, token: string, request?: Request): Promise<boolean> =>
      send(passwordResetEmail, to, withToken('reset', token), request),
    /** For a registration with the address of an account. */
    async existing({ email }: Registered, request?: Request): Promise<void> {
      await send(existingAccountEmail, email, '', request);
    },
  };
}
