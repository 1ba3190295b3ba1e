/** The emails that accounts send, in both languages. */
import type { Email } from './mail.ts';
import type { Language } from './problems.ts';

interface EmailContent {
  to: string;
  service: string;
  /** Address of the page that the email is about. */
  link: string;
}

export type EmailTemplate = (language: Language, content: EmailContent) => Email;

const email = (kind: Email['kind'], to: string, subject: string, paragraphs: string[]): Email => ({
  kind,
  to,
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
});

/** After a registration. */
export const confirmationEmail: EmailTemplate = (language, { to, service, link }) =>
  language === 'tr'
    ? email('registration', to, `${service}: e-posta adresinizi doğrulayın`, [
        `Bu adresle bir ${service} hesabı oluşturuldu. Hesabı siz oluşturduysanız bir gün içinde bu sayfayı açın ` +
          've parolanızı girin:',
        link,
        'Hesabı siz oluşturmadıysanız bir şey yapmanıza gerek yok: adres doğrulanmadan hesap kullanılamaz.',
      ])
    : email('registration', to, `${service}: confirm your email address`, [
        `A ${service} account was created with this address. If this was you, open this page within a day and ` +
          'enter your password:',
        link,
        'If this was not you, you can ignore this email: the account cannot be used until the address is confirmed.',
      ]);

/** After a registration with the address of an account. */
export const existingAccountEmail: EmailTemplate = (language, { to, service, link }) =>
  language === 'tr'
    ? email('registration', to, `${service}: zaten bir hesabınız var`, [
        `Bu adresle yeni bir ${service} hesabı oluşturulmak istendi, ancak bu adrese ait bir hesap var. Hesapta ` +
          'hiçbir şey değişmedi. Giriş yapın:',
        link,
        'Parolanızı unuttuysanız aynı sayfadan sıfırlayabilirsiniz. Kaydolmak isteyen siz değilseniz bir şey ' +
          'yapmanıza gerek yok.',
      ])
    : email('registration', to, `${service}: you already have an account`, [
        `Someone tried to create a ${service} account with this address, but it already has one. Nothing was ` +
          'changed. Log in:',
        link,
        'If you forgot your password, you can reset it on the same page. If this was not you, you can ignore this ' +
          'email.',
      ]);

export const passwordResetEmail: EmailTemplate = (language, { to, service, link }) =>
  language === 'tr'
    ? email('password', to, `${service}: parolanızı sıfırlayın`, [
        `${service} hesabınız için yeni bir parola istendi. Bağlantı bir saat içinde yalnızca bir kez kullanılabilir:`,
        link,
        'Bunu siz istemediyseniz bir şey yapmanıza gerek yok; parolanız değişmedi.',
      ])
    : email('password', to, `${service}: reset your password`, [
        `A new password was requested for your ${service} account. The link works once, within an hour:`,
        link,
        'If this was not you, you can ignore this email; your password has not changed.',
      ]);

/** After a webhook was switched off. */
export function switchedOffEmail(
  language: Language,
  { to, service, link }: EmailContent,
  { host, reason }: { host: string; reason: 'gone' | 'failing' },
): Email {
  const why = {
    tr: { gone: '410 (Gone) yanıtını verdi', failing: 'bir gün boyunca hiçbir iletiyi kabul etmedi' },
    en: { gone: 'answered 410 (Gone)', failing: 'accepted no message for a day' },
  }[language][reason];
  return language === 'tr'
    ? email('webhook', to, `${service}: webhook kapatıldı`, [
        `${host} sunucusundaki webhook adresiniz ${why}. Bu adrese artık deprem bildirimi gönderilmiyor.`,
        'Sorunu giderdikten sonra hesap sayfanızdan yeniden açabilirsiniz:',
        link,
      ])
    : email('webhook', to, `${service}: a webhook was switched off`, [
        `Your webhook at ${host} ${why}. No more alerts are sent there.`,
        'When it works again, switch it on on your account page:',
        link,
      ]);
}
