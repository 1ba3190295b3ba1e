/** The language of a page, by its address alone. */

/** Pages whose addresses begin so are English; all others are Turkish. */
const ENGLISH = /^(?:en|map|earthquake|sequence|statistics|sources|compatibility)(?:\/|$)/;
/** Of a page. @param path its address without a leading slash */
export const languageOfPath = (path: string): 'tr' | 'en' => (ENGLISH.test(path) ? 'en' : 'tr');
