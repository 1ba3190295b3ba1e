/** Errors of the account app: in English for programs, in the reader's language for pages. */
import { MAX_ACTIVE_KEYS, MAX_NEW_KEYS_PER_DAY } from '../access/key-store.ts';
import { type ErrorCode, GatewayError } from '../http/errors.ts';

export type Language = 'en' | 'tr';

interface ProblemDefinition {
  parameter?: string;
  en: string;
  tr: string;
}

/** By the code of the error. */
const PROBLEMS = {
  unauthenticated: {
    not_logged_in: {
      en: 'Log in first: the session is missing or has expired.',
      tr: 'Önce giriş yapın: oturum açmadınız veya oturumunuzun süresi doldu.',
    },
    // The same for a code that was never made: does not reveal who has asked for one.
    wrong_code: {
      parameter: 'otp',
      en:
        'Wrong code. A code works once, within ten minutes, in the browser that asked for it, and ends after five ' +
        'wrong entries; you can ask for a new one.',
      tr:
        'Kod yanlış. Kod on dakika geçerlidir, bir kez kullanılabilir, yalnızca istendiği tarayıcıda çalışır ve beş ' +
        'yanlış girişten sonra geçersiz olur; yeni bir kod isteyebilirsiniz.',
    },
  },
  forbidden: {
    old_session: {
      en: 'Log out and in again first: an account can be deleted within an hour after a log-in.',
      tr: 'Önce çıkış yapıp yeniden giriş yapın: hesap, girişten sonraki bir saat içinde silinebilir.',
    },
    other_address: {
      parameter: 'email',
      en: 'This is not the email address of this account.',
      tr: 'Bu, hesabın e-posta adresi değil.',
    },
    foreign_origin: {
      en: 'This request comes from another site; open the account page and try again.',
      tr: 'Bu istek başka bir siteden geliyor; hesap sayfasını açıp yeniden deneyin.',
    },
    already_pro: { en: 'This account already has the pro plan.', tr: 'Bu hesap zaten Pro planda.' },
    no_subscription: { en: 'This account has no subscription.', tr: 'Bu hesabın aboneliği yok.' },
    social: {
      en:
        'You could not be logged in: the provider did not confirm an email address, or the address already has an ' +
        'account here that was never opened; log in with a code once.',
      tr:
        'Giriş yapılamadı: sağlayıcı bir e-posta adresi doğrulamadı ya da bu adresle hiç kullanılmamış bir hesap ' +
        'var; bir kez kodla giriş yapın.',
    },
    too_many: {
      en:
        `This account has reached the limit of ${MAX_ACTIVE_KEYS} active keys, including rotated ones that still ` +
        'work; revoke one that is not used.',
      tr:
        `Bu hesap, yenilenmiş olup hâlâ çalışanlar dâhil, ${MAX_ACTIVE_KEYS} etkin anahtar sınırına ulaştı; ` +
        'kullanılmayan bir anahtarı iptal edin.',
    },
    too_many_today: {
      en: `This account has reached the limit of ${MAX_NEW_KEYS_PER_DAY} new keys per UTC day; try again tomorrow.`,
      tr: `Bu hesap bir UTC günü için ${MAX_NEW_KEYS_PER_DAY} yeni anahtar sınırına ulaştı; yarın yeniden deneyin.`,
    },
    webhook_too_many: {
      en: 'The plan of this account has no further webhook; remove one that is not used.',
      tr: 'Bu hesabın planında daha fazla webhook yok; kullanılmayan birini kaldırın.',
    },
    alerts_too_many: {
      en: 'The address of this account has as many email alerts as it may; remove one that is not used.',
      tr: 'Bu hesabın adresi için daha fazla e-posta bildirimi eklenemez; kullanılmayan birini kaldırın.',
    },
    already_rotated: {
      en: 'This key has already been rotated; rotate its replacement.',
      tr: 'Bu anahtar zaten yenilenmiş; yerine geçen anahtarı yenileyin.',
    },
  },
  invalid_parameter: {
    bad_email: { parameter: 'email', en: 'This is not an email address.', tr: 'Bu bir e-posta adresi değil.' },
    bad_body: {
      en: 'The body must be a JSON object (Content-Type: application/json) or a form, in UTF-8 without NUL characters.',
      tr:
        'İstek gövdesi bir JSON nesnesi (Content-Type: application/json) ya da form olmalıdır; UTF-8 ile ' +
        'kodlanmalı ve NUL karakteri içermemelidir.',
    },
    webhook_url: {
      parameter: 'url',
      en: 'This is not the address of a webhook: it begins with https:// and has no #.',
      tr: 'Bu bir webhook adresi değil: https:// ile başlamalı ve # içermemelidir.',
    },
    webhook_https: {
      parameter: 'url',
      en: 'The address of a webhook must begin with https://.',
      tr: 'Webhook adresi https:// ile başlamalıdır.',
    },
    webhook_private: {
      parameter: 'url',
      en: 'This host is not on the public internet.',
      tr: 'Bu sunucu genel internette değil.',
    },
    webhook_format: {
      parameter: 'format',
      en: 'The format is standard, discord, slack or telegram; the language is tr or en.',
      tr: 'Biçim standard, discord, slack ya da telegram; dil tr ya da en olmalıdır.',
    },
    webhook_chat_id: {
      parameter: 'url',
      en: 'The address for Telegram must contain the chat: https://api.telegram.org/bot…/sendMessage?chat_id=…',
      tr: 'Telegram adresi sohbeti de içermelidir: https://api.telegram.org/bot…/sendMessage?chat_id=…',
    },
    webhook_rule: { en: 'A field of the rule cannot be read', tr: 'Kuralın bir alanı okunamadı' },
    push_endpoint: {
      parameter: 'endpoint',
      en: 'The endpoint of a push subscription is an https address on the public internet.',
      tr: 'Bildirim aboneliğinin adresi, genel internette bir https adresi olmalıdır.',
    },
    push_keys: {
      parameter: 'p256dh',
      en: 'The keys of a push subscription are p256dh (a point of P-256, 65 bytes) and auth (16 bytes), in base64url.',
      tr: 'Bildirim aboneliğinin anahtarları base64url ile p256dh (65 bayt, P-256 noktası) ve auth (16 bayt) olmalıdır.',
    },
    bad_request: { en: 'The request is not valid.', tr: 'İstek geçerli değil.' },
    bad_name: {
      parameter: 'name',
      en: 'A key name has 1 to 64 printable characters.',
      tr: 'Anahtar adı 1 ila 64 görünür karakterden oluşmalıdır.',
    },
  },
  too_large: {
    too_large: { en: 'The request body is too large.', tr: 'İstek gövdesi çok büyük.' },
  },
  rate_limited: {
    attempts: {
      en: 'Too many attempts from your IP address; try again in a few minutes.',
      tr: 'IP adresinizden çok fazla deneme yapıldı; birkaç dakika sonra yeniden deneyin.',
    },
    webhook_tests: {
      en: 'Too many test messages; try again in a few minutes.',
      tr: 'Çok fazla deneme iletisi gönderildi; birkaç dakika sonra yeniden deneyin.',
    },
  },
  unavailable: {
    locked: {
      en: 'The accounts are locked by another program; nothing was changed. Try again in a few seconds.',
      tr:
        'Hesap kayıtları şu anda başka bir program tarafından kullanılıyor; hiçbir şey değiştirilmedi. ' +
        'Birkaç saniye sonra yeniden deneyin.',
    },
    database_away: {
      en: 'The accounts cannot be reached at the moment; try again in a few seconds.',
      tr: 'Hesaplara şu anda ulaşılamıyor; birkaç saniye sonra yeniden deneyin.',
    },
    unwritable: {
      en: 'Accounts cannot be changed at the moment, as there is no room for it; nothing was changed. Try again later.',
      tr: 'Yer kalmadığı için hesaplar şu anda değiştirilemiyor; hiçbir şey değiştirilmedi. Daha sonra yeniden deneyin.',
    },
    database_gone: {
      en:
        'Accounts cannot be changed at the moment: their file was removed or replaced, and the operator must ' +
        'restore it.',
      tr:
        'Hesaplar şu anda değiştirilemiyor: hesap dosyası silinmiş ya da değiştirilmiş; işletmecinin dosyayı geri ' +
        'koyması gerekiyor.',
    },
    codes_full: {
      en: 'Too many codes are asked for at the moment; try again in an hour.',
      tr: 'Şu anda çok fazla kod isteniyor; bir saat sonra yeniden deneyin.',
    },
    no_mail: {
      en: 'This service sends no alerts by email.',
      tr: 'Bu hizmet e-postayla bildirim göndermiyor.',
    },
    alerts_full: {
      en: 'No further subscription can be taken at the moment.',
      tr: 'Şu anda yeni abonelik alınamıyor.',
    },
    no_payment: {
      en: 'Online payment is not available here; the operator grants the pro plan.',
      tr: 'Burada çevrim içi ödeme yapılamıyor; Pro planı işletmeci tanımlar.',
    },
    payment_down: {
      en: 'The payment service is not responding; nothing was changed. Try again later.',
      tr: 'Ödeme hizmeti yanıt vermiyor; hiçbir şey değiştirilmedi. Daha sonra yeniden deneyin.',
    },
  },
  not_found: {
    not_found: { en: 'Not found.', tr: 'Bulunamadı.' },
  },
} satisfies Partial<Record<ErrorCode, Record<string, ProblemDefinition>>>;

type ByCode = typeof PROBLEMS;
export type ProblemId = { [Code in keyof ByCode]: keyof ByCode[Code] }[keyof ByCode];

const BY_ID = new Map<string, ProblemDefinition & { code: ErrorCode }>(
  Object.entries(PROBLEMS).flatMap(([code, problems]) =>
    Object.entries(problems).map(([id, problem]) => [id, { ...problem, code: code as ErrorCode }] as const),
  ),
);

export const isProblemId = (text: string): text is ProblemId => BY_ID.has(text);

interface ProblemOptions {
  headers?: Record<string, string>;
  parameter?: string;
  /** Appended in parentheses: how to contact the operator. */
  note?: string;
}

export class Problem extends GatewayError {
  readonly id: ProblemId;
  readonly note: string;

  constructor(id: ProblemId, { headers = {}, parameter, note = '' }: ProblemOptions = {}) {
    const definition = BY_ID.get(id)!;
    const name = parameter ?? definition.parameter;
    super(definition.code, withNote(definition.en, note), {
      headers,
      ...(name === undefined ? {} : { parameter: name }),
    });
    this.id = id;
    this.note = note;
  }
}

export const problemText = (id: ProblemId, language: Language, note = ''): string =>
  withNote(BY_ID.get(id)![language], note);

const withNote = (text: string, note: string): string => (note === '' ? text : `${text} (${note})`);
