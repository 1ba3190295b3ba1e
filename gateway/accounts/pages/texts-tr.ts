/** Turkish texts of the account pages. */
import type { Texts } from './texts-en.ts';

export const TURKISH: Texts = {
  account: 'Hesap',
  map: 'Harita',
  statistics: 'İstatistik',
  dark: 'Koyu görünüm',
  light: 'Açık görünüm',
  firstKey: 'Bir anahtar oluşturun ve her istekle gönderin:',
  logIn: 'Giriş yap',
  logOut: 'Çıkış yap',
  email: 'E-posta',
  sendCode: 'Kod gönder',
  noPassword:
    'Parola gerekmez; hesabınız ilk girişinizde oluşturulur. Yalnızca e-posta adresinizi saklarız; ad, resim ve IP ' +
    'adresi saklamayız.',
  haveCode: 'Kodum var',
  logInWith: (provider) => `${provider} ile giriş yap`,
  or: 'veya',
  loginIntro:
    'Veriler herkese açıktır, hesap gerekmez. Hesabınızla API anahtarı oluşturabilir, kullanımınızı görebilir ve ' +
    'Pro plana geçebilirsiniz.',
  enterCode: 'Kodunuzu girin',
  codeSent: (email) => `${email} adresine altı haneli bir kod gönderdik. Spam klasörünüze de bakın.`,
  code: 'Kod',
  codeDigits: 'altı rakam',
  codeRules:
    'Kod on dakika içinde, bir kez ve yalnızca istendiği tarayıcıda kullanılabilir. Birden fazla kod istediyseniz en ' +
    'sonuncusunu girin. Bir adrese saatte en fazla üç kod gönderilir.',
  sendAgain: 'Yeni kod gönder',
  otherAddress: 'Başka bir adres kullan',
  codeLogged: (email) => `Bu hizmet e-posta göndermiyor: ${email} adresinin kodu işletmecinin günlüğünde.`,
  back: 'Geri',
  toAccount: 'Hesaba git',

  today: 'Bugün',
  plan: 'Plan',
  free: 'Ücretsiz',
  pro: 'Pro',
  until: (date) => `${date} tarihine kadar geçerlidir.`,
  used: (count, limit) => `${count} / ${limit} istek kullanıldı`,
  usedUnlimited: (count) => `${count} istek, günlük sınır yok`,
  remaining: (count) => `${count} istek kaldı`,
  resets: (duration) => `00:00 UTC’de (Türkiye saatiyle 03:00’te) sıfırlanır; ${duration} kaldı.`,
  burst: (count) => `Dakikada en fazla ${count} istek.`,
  exportRows: (count) => `${count} satıra kadar dışa aktarma.`,
  duration: (hours, minutes) => (hours > 0 ? `${hours} sa ${minutes} dk` : `${minutes} dk`),
  upgradeOffer: (burst, rows) =>
    `Pro: günlük sınır yok, dakikada ${burst} istek, ${rows} satıra kadar dışa aktarma, öncelikli destek. ` +
    'Ayda 29 USD; dilediğiniz zaman iptal edebilirsiniz.',
  upgrade: 'Pro’ya geç',
  noPayment: 'Bu hizmette çevrim içi ödeme yapılamıyor; Pro planı işletmeci tanımlar.',
  contactOperator: (contact) => `İletişim: ${contact}`,
  billing: 'Aboneliği ve faturaları yönet',

  lastDays: 'Son 30 gün',
  chartLabel: (total) => `Günlük istek sayısı (UTC), toplam ${total}`,
  noUsage: 'Son 30 günde sayılan istek yok. İçeriği değişmemiş yanıtlar (304 Not Modified) sayılmaz.',
  endpoint: 'Uç nokta',
  requests: 'İstek sayısı',

  keys: 'API anahtarları',
  noKeys: 'Henüz API anahtarınız yok.',
  newKey: 'Yeni anahtar',
  keyName: 'Ad',
  keyNameHint: 'Ne için kullanılacağı; örneğin “telefon” veya “sunucu”',
  createKey: 'Anahtar oluştur',
  created: 'Oluşturulma',
  lastUsed: 'Son kullanım',
  never: 'hiç kullanılmadı',
  inDays: 'Son 30 gündeki istekler',
  rotatedUntil: (date) => `Yenisiyle değiştirildi; ${date} tarihine kadar çalışır`,
  rename: 'Yeniden adlandır',
  rotate: 'Anahtarı yenile',
  rotateHint: 'Yerine yeni bir anahtar oluşturulur; bu anahtar 24 saat daha çalışır.',
  revoke: 'İptal et',
  revokeHint: 'Bu anahtar hemen geçersiz olur. Bu işlem geri alınamaz.',
  manage: 'Yönet',
  newKeyTitle: 'Yeni anahtarınız',
  keyShownOnce: 'Bu anahtar yalnızca bir kez gösterilir. Şimdi kopyalayın ve güvenli bir yerde saklayın.',
  keyExample: 'Örnek istek:',

  settings: 'Ayarlar',
  sessions: 'Oturumlar',
  thisSession: 'bu oturum',
  since: (date) => `${date} tarihinden beri`,
  unknownAgent: 'bilinmeyen program',
  endSession: 'Oturumu kapat',
  endOthers: 'Diğer tüm oturumları kapat',
  exportTitle: 'Verileriniz',
  exportHint: 'Anahtarlarınızın özetleri dışında, bu hesap hakkında sakladığımız her şey.',
  exportLink: 'JSON olarak indir',
  deleteTitle: 'Hesabı sil',
  deleteWarning:
    'E-posta adresiniz, oturumlarınız, anahtarlarınız ve kullanım kayıtlarınız hemen silinir. ' +
    'Anahtarlarınız geçersiz olur, aboneliğiniz iptal edilir. Bu işlem geri alınamaz. ' +
    'Hesabı silmek için hesabın e-posta adresini girin.',
  yourAddress: 'Bu hesabın e-posta adresi',
  deleteConfirm: 'Kalıcı olarak sil',
  deleted: 'Hesabınız ve hesabınıza ait tüm veriler silindi.',
  upgraded: 'Teşekkür ederiz. Pro plan, ödemeniz onaylanır onaylanmaz, genellikle bir dakika içinde başlar.',
  problem: 'Bir sorun oluştu',
  notFound: 'Sayfa bulunamadı',
  support: 'Öncelikli destek.',
  supportAt: (contact) => `Öncelikli destek: ${contact}.`,

  dataSource: (service, host) => `Veri kaynağı: ${service} (${host})`,
  agencyTerms: 'Veriler, kaynak kurumların koşullarına tabidir:',
  documentation: 'Belgeler',
  about: 'Koşullar ve gizlilik',
  termsTitle: 'Kullanım koşulları',
  privacyTitle: 'Gizlilik',
  contact: 'İletişim',
  termsOfUse: [
    'Ticari olmayan kullanım, bu sayfanın altındaki gibi kaynak gösterilmesi koşuluyla ücretsizdir. ' +
      'Ücretli planda satılan veri değil, hizmettir: kurumların koşulları bu plan için de geçerlidir.',
    'Olduğu gibi, hiçbir garanti verilmeden sunulur. Yalnızca bilgi amaçlıdır: resmî veriler ulusal kurumlar olan ' +
      'AFAD ve Kandilli’nin verileridir. Can ve mal güvenliğine ilişkin kararlarınızda onların verilerini esas alın.',
    'Dakikada bir istek yeterlidir: hiçbir veri bundan daha sık değişmez. ' +
      'User-Agent başlığında programınızın adını ve size nasıl ulaşılabileceğini belirtin.',
  ],
  privacy: [
    'Hesabınız varsa e-posta adresinizi, oturumlarınızı tarayıcınızın adıyla birlikte, ' +
      'anahtarlarınızın adlarını ve özetlerini, anahtara, güne ve uç noktaya göre istek sayılarını (30 gün), ' +
      'planınızı, webhook’larınızı (adres, kural, son 50 ileti) ve Stripe tanımlayıcılarınızı saklarız. Ad, resim, IP adresi ve kart bilgisi saklamayız.',
    'Hesabınız yoksa IP adresinizden o gün yapılan istek sayısını, ' +
      'giriş denemelerini ise özet (hash) olarak, en fazla bir gün saklarız.',
    'Hesapsız deprem bildirimleri için tarayıcınızın bildirim adresini ya da onayladığınız e-posta adresini, seçtiğiniz yeri ' +
      've büyüklüğü, size gönderilen bildirimleri, siz bildirimleri durdurana dek saklarız.',
    'Çerezler: oturumunuz (7 gün), diliniz ve seçtiğiniz görünüm (birer yıl), giriş yapana dek de bu tarayıcıyla kod ' +
      'istendiği bilgisi (on dakika). Sizi izlemeyiz, hiçbir bilgiyi paylaşmayız.',
    'Hesabınızı ayarlardan sildiğinizde bunların tümü hemen silinir.',
  ],
};
