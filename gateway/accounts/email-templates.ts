/** The emails that accounts send, in both languages. */
import type { Email } from './mail.ts';
import type { Language } from './problems.ts';

interface EmailContent {
  to: string;
  service: string;
  /** Address of the page that the email is about. */
  link: string;
}

const email = (to: string, subject: string, paragraphs: string[]): Email => ({
  to,
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
});

/** To log in. @param code six digits */
export const codeEmail = (language: Language, { to, service, link }: EmailContent, code: string): Email =>
  language === 'tr'
    ? email(to, `${service} giriş kodunuz: ${code}`, [
        `${service} hesabınıza giriş kodunuz:`,
        code,
        'Kod on dakika geçerlidir, bir kez kullanılabilir ve yalnızca kodu istediğiniz tarayıcıda çalışır. Kodu ' +
          'kimseyle paylaşmayın, yalnızca şu sayfaya girin:',
        link,
        'Kodu siz istemediyseniz bir şey yapmanıza gerek yok: bu kod olmadan kimse giriş yapamaz.',
      ])
    : email(to, `${service} log-in code: ${code}`, [
        `Your code to log in to ${service}:`,
        code,
        'It works once, within ten minutes, in the browser that asked for it. Tell it to nobody, and enter it on this ' +
          'page only:',
        link,
        'If you did not ask for it, you can ignore this email: without the code nobody can log in.',
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
    ? email(to, `${service}: webhook kapatıldı`, [
        `${host} sunucusundaki webhook adresiniz ${why}. Bu adrese artık deprem bildirimi gönderilmiyor.`,
        'Sorunu giderdikten sonra hesap sayfanızdan yeniden açabilirsiniz:',
        link,
      ])
    : email(to, `${service}: a webhook was switched off`, [
        `Your webhook at ${host} ${why}. No more alerts are sent there.`,
        'When it works again, switch it on on your account page:',
        link,
      ]);
}
