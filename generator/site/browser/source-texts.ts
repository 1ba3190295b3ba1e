/** Texts of the page of the sources, as [Turkish, English]. `{0}`, `{1}` are filled in. */
import type { FailureTemplate } from '#core/failure-reason.ts';
import type { FindingCode } from '#core/finding.ts';
import type { SourceState } from '#core/source-state.ts';
import { isTurkish } from './dom.ts';
import { translator } from './language.ts';

export const sourceText = translator({
  now: ['şimdi', 'now'],
  freshShare: ['Son 24 saatte güncellik: %{0}', 'Up to date in the last 24 hours: {0}%'],
  gap: ['{0}–{1} ({2})', '{0}–{1} ({2})'],
  gapSince: ['{0}–şimdi ({1})', 'since {0} ({1})'],
  gapNoAnswer: ['yanıt yok', 'no answer'],
  gapNotRequested: ['sorgulanmadı', 'not queried'],
  lastSuccess: ['Son yanıt', 'Last answer'],
  lastEvent: ['Son deprem', 'Last earthquake'],
  never: ['yok', 'none'],
  allWell: ['Tüm kaynaklar yanıt veriyor.', 'All sources answer.'],
  noneAsked: [
    'Canlı kaynaklar henüz sorgulanmadı; eldeki veriler gösteriliyor.',
    'No live source has been queried yet; the data at hand is shown.',
  ],
  down: ['Yanıt vermeyen kaynaklar: {0}.', '{1} sources do not answer: {0}.'],
  downOne: ['Yanıt vermeyen kaynak: {0}.', '1 source does not answer: {0}.'],
  stale: ['Verisi geciken kaynaklar: {0}.', '{1} sources are late: {0}.'],
  staleOne: ['Verisi geciken kaynak: {0}.', '1 source is late: {0}.'],
  degraded: ['Verisi şüpheli kaynaklar: {0}.', '{1} sources send doubtful data: {0}.'],
  degradedOne: ['Verisi şüpheli kaynak: {0}.', '1 source sends doubtful data: {0}.'],
  generated: ['Veri seti {0} yayımlandı.', 'The dataset was published {0}.'],
  archive: ['arşiv', 'archive'],
  held: [
    'Bu kaynağın son gönderdiği liste öncekilerle çelişiyor; incelenene kadar yayımlanmıyor.',
    'The latest data of this source contradicts its earlier data; it is not published until reviewed.',
  ],
  clockWrong: [
    'Bu sunucunun saati kurumların saatinden farklı; düzeltilene kadar yeni veri yayımlanmıyor.',
    'The clock of this server differs from the agencies’ clocks; nothing new is published until it is corrected.',
  ],
});

export const stateText = translator<SourceState>({
  ok: ['çalışıyor', 'working'],
  stale: ['gecikmeli', 'late'],
  down: ['yanıt vermiyor', 'no answer'],
  degraded: ['verisi şüpheli', 'sends doubtful data'],
  idle: ['sorgulanmadı', 'not queried'],
});

export const findingText = translator<FindingCode>({
  unreadable: ['Çok sayıda satır okunamıyor', 'Many rows cannot be read'],
  shifted: ['Deprem saatleri topluca kaymış', 'All origin times have shifted'],
  moved: ['Bilinen depremlerin yeri çok değişmiş', 'Known earthquakes have moved far'],
  retimed: ['Bilinen depremlerin saati değişmiş', 'Known origin times have changed'],
  depth_changed: ['Bilinen derinlikler değişmiş', 'Known depths have changed'],
  magnitude_changed: ['Bilinen büyüklükler değişmiş', 'Known magnitudes have changed'],
  scale_changed: ['Bilinen büyüklüklerin türü değişmiş', 'Types of known magnitudes have changed'],
  type_changed: ['Bilinen depremlerin türü değişmiş', 'Types of known events have changed'],
  withdrawn: ['Bilinen depremler topluca geri çekilmiş', 'Many known earthquakes are withdrawn'],
  field_lost: ['Satırlarda bir bilgi eksik', 'A field is missing from the rows'],
  gone: ['Bilinen depremler listede yok', 'Known earthquakes are missing'],
  contradicted: ['Ortak depremlerde öteki kurumlarla çelişiyor', 'Shared earthquakes contradict the other agencies'],
  outside: ['Satırların çoğu bölge dışında', 'Most rows lie outside the region'],
});

/** In Turkish; status.json has them in English. */
const FAILURES: Record<FailureTemplate, string> = {
  'HTTP {0}': 'HTTP {0}',
  'timed out': 'zaman aşımı',
  'timed out after {0} s': '{0} saniyede yanıt gelmedi',
  'the request failed': 'istek başarısız oldu',
  'DNS: no such host': 'DNS: böyle bir sunucu adı yok',
  'DNS: no answer': 'DNS: yanıt yok',
  'connection refused': 'bağlantı reddedildi',
  'connection broken': 'bağlantı koptu',
  'no connection in time': 'bağlantı zamanında kurulamadı',
  'network unreachable': 'ağa ulaşılamıyor',
  'host unreachable': 'sunucuya ulaşılamıyor',
  'TLS: no trusted connection': 'TLS: güvenli bağlantı kurulamadı',
  'the host has no address on the public internet': 'sunucunun genel internette adresi yok',
  'redirected to an address to which this feed may not lead': 'izin verilmeyen bir adrese yönlendirildi',
  "not requested; the server's Retry-After lasts another {0} s":
    'sorgulanmadı; sunucu {0} saniye daha beklenmesini istiyor (Retry-After)',
  'the response is larger than {0} bytes': 'yanıt {0} bayttan büyük',
  'an unknown Content-Encoding': 'yanıtın Content-Encoding değeri bilinmiyor',
  'a full page of {0} rows does not advance in time': '{0} satırlık dolu sayfa zamanda ilerlemiyor',
  'its answer could not be read': 'yanıtı okunamadı',
  'its answer could not be taken in': 'yanıtı işlenemedi',
};

/** @param reason of status.json; one of another version is left as it is */
export function failureText(reason: string): string {
  const number = /\d+(?:\.\d+)?/.exec(reason)?.[0] ?? '';
  const entry = Object.entries(FAILURES).find(([template]) => template.replace('{0}', number) === reason);
  return isTurkish() && entry ? entry[1].replace('{0}', number) : reason;
}
