/** What the account part refuses, each in the words of both languages: English for programs, the reader's for pages. */
import type { ErrorCode } from '../http/errors.ts';
import { GatewayError } from '../http/errors.ts';

export type Language = 'en' | 'tr';

interface ProblemDefinition {
  code: ErrorCode;
  parameter?: string;
  en: string;
  tr: string;
}

const PROBLEMS = {
  not_logged_in: {
    code: 'unauthenticated',
    en: 'Log in first; the session is missing or has ended.',
    tr: 'Önce giriş yapın; oturum yok ya da sona erdi.',
  },
  // One answer for an unknown address, a wrong password and an address that is not confirmed: none of them tells who has an account.
  wrong_login: {
    code: 'unauthenticated',
    en: 'E-mail or password is wrong, or the address is not confirmed yet (the link is in your mail).',
    tr: 'E-posta ya da parola yanlış, ya da adres henüz doğrulanmadı (bağlantı e-postanızda).',
  },
  wrong_password: {
    code: 'forbidden',
    parameter: 'password',
    en: 'The password is wrong. An account without one gets it by "Forgot your password?".',
    tr: 'Parola yanlış. Parolası olmayan hesap onu "Parolanızı mı unuttunuz?" ile alır.',
  },
  bad_email: {
    code: 'invalid_parameter',
    parameter: 'email',
    en: 'This is not an e-mail address.',
    tr: 'Bu bir e-posta adresi değil.',
  },
  short_password: {
    code: 'invalid_parameter',
    parameter: 'password',
    en: 'A password has at least 8 characters.',
    tr: 'Parola en az 8 karakter olmalı.',
  },
  long_password: {
    code: 'invalid_parameter',
    parameter: 'password',
    en: 'A password has at most 128 characters.',
    tr: 'Parola en çok 128 karakter olabilir.',
  },
  bad_token: {
    code: 'invalid_parameter',
    parameter: 'token',
    en: 'The link is used up, too old or incomplete; ask for a new one.',
    tr: 'Bağlantı kullanılmış, eskimiş ya da eksik; yenisini isteyin.',
  },
  bad_body: {
    code: 'invalid_parameter',
    en: 'The body must be a JSON object (Content-Type: application/json) or a form, in UTF-8, without NUL.',
    tr: 'Gövde bir JSON nesnesi (Content-Type: application/json) ya da bir form olmalı; UTF-8, NUL içermeden.',
  },
  bad_request: {
    code: 'invalid_parameter',
    en: 'The request is not as it should be.',
    tr: 'İstek olması gerektiği gibi değil.',
  },
  too_large: {
    code: 'too_large',
    en: 'The body is too large.',
    tr: 'Gövde çok büyük.',
  },
  foreign_origin: {
    code: 'forbidden',
    en: 'This request comes from another site; open the account page itself and try again.',
    tr: 'Bu istek başka bir siteden geliyor; hesap sayfasını açıp yeniden deneyin.',
  },
  attempts: {
    code: 'rate_limited',
    en: 'Too many attempts from your address; try again in some minutes.',
    tr: 'Adresinizden çok fazla deneme yapıldı; birkaç dakika sonra yeniden deneyin.',
  },
  paused: {
    code: 'rate_limited',
    en: 'Too many wrong passwords; each further one makes the pause longer. Wait, or choose a new password by "Forgot your password?".',
    tr: 'Çok fazla yanlış parola girildi; her yenisi bekleme süresini uzatır. Bekleyin ya da "Parolanızı mı unuttunuz?" ile yeni parola seçin.',
  },
  locked: {
    code: 'unavailable',
    en: 'The accounts are locked by another program at this moment; nothing was changed, try again in some seconds.',
    tr: 'Hesaplar şu anda başka bir program tarafından kilitli; hiçbir şey değişmedi, birkaç saniye sonra yeniden deneyin.',
  },
  database_gone: {
    code: 'unavailable',
    en: 'The accounts cannot be changed at this moment: their file was removed or replaced; the operator has to put it back.',
    tr: 'Hesaplar şu anda değiştirilemiyor: dosyaları silinmiş ya da değiştirilmiş; işletmecinin onu geri koyması gerekiyor.',
  },
  busy: {
    code: 'unavailable',
    en: 'Too many people log in at this moment; try again in a minute.',
    tr: 'Şu anda çok kişi giriş yapıyor; bir dakika sonra yeniden deneyin.',
  },
  no_mail: {
    code: 'unavailable',
    en: 'This service sends no mail, so addresses cannot be confirmed here; its operator makes accounts and passwords.',
    tr: 'Bu hizmet e-posta göndermiyor, adresler burada doğrulanamıyor; hesap ve parolaları işletmeci oluşturur.',
  },
  no_payment: {
    code: 'unavailable',
    en: 'Payment is not set up here; the operator grants the pro plan.',
    tr: 'Burada ödeme kurulu değil; pro planı işletmeci verir.',
  },
  payment_down: {
    code: 'unavailable',
    en: 'The payment service does not answer; nothing was changed, please try again later.',
    tr: 'Ödeme hizmeti yanıt vermiyor; hiçbir şey değişmedi, lütfen sonra yeniden deneyin.',
  },
  already_pro: {
    code: 'forbidden',
    en: 'This account has the pro plan already.',
    tr: 'Bu hesap zaten pro planında.',
  },
  no_subscription: {
    code: 'forbidden',
    en: 'This account has no subscription.',
    tr: 'Bu hesabın aboneliği yok.',
  },
  social: {
    code: 'forbidden',
    en: 'That did not work: the other service confirmed no address, or the address has an account here; log in with its password.',
    tr: 'Olmadı: öteki hizmet bir adres doğrulamadı ya da bu adresin burada hesabı var; parolasıyla giriş yapın.',
  },
  bad_name: {
    code: 'invalid_parameter',
    parameter: 'name',
    en: 'The name of a key has 1 to 64 printable characters.',
    tr: 'Anahtarın adı 1 ile 64 arası görünür karakterden oluşur.',
  },
  too_many: {
    code: 'forbidden',
    en: 'This account has as many keys as it may have, those rotated out that still work included; revoke one that is not used.',
    tr: 'Bu hesap, yenilenip hâlâ çalışanlarla birlikte izin verilen sayıda anahtara sahip; kullanılmayan birini iptal edin.',
  },
  too_many_today: {
    code: 'forbidden',
    en: 'This account has made as many keys today as it may (50); go on tomorrow (UTC).',
    tr: 'Bu hesap bugün izin verilen sayıda (50) anahtar oluşturdu; yarın (UTC) devam edin.',
  },
  not_found: {
    code: 'not_found',
    en: 'There is no such thing here.',
    tr: 'Burada böyle bir şey yok.',
  },
  already_rotated: {
    code: 'forbidden',
    en: 'This key has been rotated out already; rotate the one in its place.',
    tr: 'Bu anahtar zaten yenilendi; yerine geçeni yenileyin.',
  },
} satisfies Record<string, ProblemDefinition>;

export type ProblemId = keyof typeof PROBLEMS;

export const isProblemId = (text: string): text is ProblemId => Object.hasOwn(PROBLEMS, text);

interface ProblemOptions {
  securityHeaders?: Record<string, string>;
  parameter?: string;
  /** Said after the sentence, as it is: whom to ask. */
  note?: string;
}

export class Problem extends GatewayError {
  readonly id: ProblemId;
  readonly note: string;

  constructor(id: ProblemId, { securityHeaders: headers = {}, parameter, note = '' }: ProblemOptions = {}) {
    const known: ProblemDefinition = PROBLEMS[id];
    const at = parameter ?? known.parameter;
    super(known.code, withNote(known.en, note), { headers, ...(at === undefined ? {} : { parameter: at }) });
    this.id = id;
    this.note = note;
  }
}

export const problemText = (id: ProblemId, language: Language, note = ''): string =>
  withNote(PROBLEMS[id][language], note);

const withNote = (text: string, note: string): string => (note === '' ? text : `${text} (${note})`);
