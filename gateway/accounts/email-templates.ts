/** The letters that accounts send, in both languages. */
import type { Email } from './mail.ts';
import type { Language } from './problems.ts';

interface EmailContent {
  to: string;
  service: string;
  /** Address of the page that the letter is about. */
  link: string;
}

export type EmailTemplate = (language: Language, content: EmailContent) => Email;

const email = (about: Email['kind'], to: string, subject: string, lines: string[]): Email => ({
  kind: about,
  to,
  subject,
  text: `${lines.join('\n\n')}\n`,
});

/** To somebody who registered. */
export const confirmationEmail: EmailTemplate = (language, { to, service, link }) =>
  language === 'tr'
    ? email('registration', to, `${service}: e-posta adresinizi doğrulayın`, [
        `Bu adresle ${service} hizmetinde bir hesap açıldı. Siz açtıysanız bir gün içinde şu sayfayı açıp parolanızı girin:`,
        link,
        'Siz açmadıysanız bir şey yapmanız gerekmez: adres doğrulanmadan hesap kullanılamaz.',
      ])
    : email('registration', to, `${service}: confirm your e-mail address`, [
        `An account of ${service} was made with this address. If it was you, open this page within a day and enter your password:`,
        link,
        'If it was not you, there is nothing to do: the account cannot be used until the address is confirmed.',
      ]);

/** To somebody who has an account and whose address was used to register again. */
export const existingAccountEmail: EmailTemplate = (language, { to, service, link }) =>
  language === 'tr'
    ? email('registration', to, `${service}: zaten bir hesabınız var`, [
        `Bu adresle ${service} hizmetinde yeniden kayıt olunmak istendi; adresin zaten bir hesabı var ve olduğu gibi duruyor. Giriş:`,
        link,
        'Parolanızı unuttuysanız aynı sayfadan yenisini alabilirsiniz. Kaydolmak isteyen siz değilseniz bir şey yapmanız gerekmez.',
      ])
    : email('registration', to, `${service}: you have an account already`, [
        `Somebody tried to register at ${service} with this address; it has an account already, which stands as it was. Log in:`,
        link,
        'If you forgot the password, the same page gives you a new one. If it was not you who registered, there is nothing to do.',
      ]);

export const passwordResetEmail: EmailTemplate = (language, { to, service, link }) =>
  language === 'tr'
    ? email('password', to, `${service}: yeni parola`, [
        `${service} hesabınız için yeni bir parola istendi. Bir saat içinde, bir kez:`,
        link,
        'İsteyen siz değilseniz bir şey yapmanız gerekmez; parolanız değişmedi.',
      ])
    : email('password', to, `${service}: a new password`, [
        `A new password was asked for your account of ${service}. Within an hour, once:`,
        link,
        'If it was not you, there is nothing to do; your password has not changed.',
      ]);
