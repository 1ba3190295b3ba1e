/** What only the page of the sources says: why answers are held back, and that nothing is published. */
import type { FindingCode } from '#core/finding.ts';

export const FINDINGS: Record<'tr' | 'en', Record<FindingCode, string>> = {
  tr: {
    unreadable: 'Okunamayan satır çok',
    shifted: 'Deprem saatleri topluca kaymış',
    moved: 'Bilinen depremlerin yeri çok değişmiş',
    retimed: 'Bilinen depremlerin saati değişmiş',
    depth_changed: 'Bilinen derinlikler değişmiş',
    magnitude_changed: 'Bilinen büyüklükler değişmiş',
    scale_changed: 'Bilinen büyüklüklerin türü değişmiş',
    type_changed: 'Bilinen depremlerin türü değişmiş',
    withdrawn: 'Bilinen depremler topluca geri çekilmiş',
    field_lost: 'Satırlarda bir bilgi eksik',
    gone: 'Bilinen depremler listede yok',
    outside: 'Satırların çoğu bölge dışında',
  },
  en: {
    unreadable: 'Rows that cannot be read',
    shifted: 'Origin times have moved together',
    moved: 'Known earthquakes have moved far',
    retimed: 'Known earthquakes have another time',
    depth_changed: 'Known depths have changed',
    magnitude_changed: 'Known magnitudes have changed',
    scale_changed: 'Known magnitudes have another type',
    type_changed: 'Known earthquakes have become something else',
    withdrawn: 'Known earthquakes are withdrawn together',
    field_lost: 'Rows have lost a field',
    gone: 'Known earthquakes are missing',
    outside: 'Most rows lie outside of the region',
  },
};

interface Texts {
  held: string;
  clockWrong: string;
}

export const SOURCE_TEXTS: Record<'tr' | 'en', Texts> = {
  tr: {
    held: 'Bu kaynağın son gönderdiği liste öncekilerle çelişiyor; incelenene kadar yayımlanmıyor.',
    clockWrong: 'Bu sunucunun saati kurumlarınkinden farklı: düzeltilene kadar yeni veri yayımlanmıyor.',
  },
  en: {
    held: 'What this source sent last contradicts what it sent before; it is not published until it has been looked at.',
    clockWrong:
      'The clock of this server differs from those of the agencies: nothing new is published until it is set.',
  },
};
