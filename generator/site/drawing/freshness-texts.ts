/** [Turkish, English], for pages with and without scripts. */
export const NEVER_ANSWERED = [
  'Kurumlardan henüz hiç veri alınamadı: son depremler burada yok. Gösterilenler arşiv kayıtlarıdır.',
  'No agency has answered yet: the latest earthquakes are not here. What is shown is from the archive.',
] as const;
