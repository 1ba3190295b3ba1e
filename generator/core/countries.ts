/** Countries of the gazetteer in Turkish, as the Turkish foreign ministry writes them. */
const COUNTRIES = new Map(
  Object.entries({
    Albania: 'Arnavutluk',
    Armenia: 'Ermenistan',
    Azerbaijan: 'Azerbaycan',
    Bulgaria: 'Bulgaristan',
    Cyprus: 'Kıbrıs',
    Egypt: 'Mısır',
    Georgia: 'Gürcistan',
    Greece: 'Yunanistan',
    Hungary: 'Macaristan',
    Iran: 'İran',
    Iraq: 'Irak',
    Israel: 'İsrail',
    Jordan: 'Ürdün',
    Kazakhstan: 'Kazakistan',
    Kosovo: 'Kosova',
    Lebanon: 'Lübnan',
    Libya: 'Libya',
    Moldova: 'Moldova',
    Montenegro: 'Karadağ',
    'North Macedonia': 'Kuzey Makedonya',
    Palestine: 'Filistin',
    Romania: 'Romanya',
    Russia: 'Rusya',
    'Saudi Arabia': 'Suudi Arabistan',
    Serbia: 'Sırbistan',
    Syria: 'Suriye',
    Ukraine: 'Ukrayna',
  }),
);

const TURKISH = new Set(COUNTRIES.values());

/** Whether a Turkish word is the name of a country of the gazetteer. */
export const isCountry = (turkish: string): boolean => TURKISH.has(turkish);

/** The English name where none is known. */
export const countryInTurkish = (english: string): string => COUNTRIES.get(english) ?? english;
