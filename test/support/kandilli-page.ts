/** Synthetic rows of Kandilli's live list, and its page around some. */

export const LIVE_HEADER =
  'Tarih      Saat      Enlem(N)  Boylam(E) Derinlik(km)  MD   ML   Mw    Yer                                             Çözüm Niteliği';
const DASHES =
  '---------- --------  --------  -------   ----------    ------------    --------------                                  --------------';
export const ROWS = [
  '2026.09.17 00:42:48  35.8702   33.9887       24.1      -.-  1.8  -.-   AKDENIZ                                           İlksel',
  '2026.09.17 00:33:49  36.9750   29.3485        5.0      -.-  1.1  -.-   ARIKAYA-CAMELI (DENIZLI)                          REVIZE01   (2026.09.17 00:33:55)',
  '2026.09.16 15:08:54  36.6653   25.7097        6.2      3.3  3.5  3.4   EGE DENIZI                                        İlksel',
];

export interface Parts {
  rows?: string[];
  header?: string;
  promised?: number;
  before?: string;
  after?: string;
  newline?: string;
}

/** The live page around some rows. */
export function livePage({
  rows = ROWS,
  header = LIVE_HEADER,
  promised = rows.length,
  before,
  after,
  newline = '\r\n',
}: Parts = {}): string {
  const head =
    before ??
    '<HTML>\n<meta http-equiv="Content-Type" content="text/html; charset=windows-1254">\n<title>Son Depremler</title>\n';
  const foot = after ?? '\n</pre>\n</HTML><br>Yenileme zamanı: 17.09.2026 saat 00:50:32';
  const title = `......(YAPAY SARSINTI ANALİZİ YAPILMAMIŞTIR) Son ${promised} deprem listelenmiştir......`;
  const lines = ['<pre>', title, '   Büyüklük', header, DASHES, ...rows];
  return `${head}${lines.join('\n')}${foot}`.replace(/\n/g, newline);
}
