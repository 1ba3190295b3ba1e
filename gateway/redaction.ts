/** Keys that stand where none belongs (`limit=1;api_key=…`, a path, another parameter) are told by their form, percent-encoded or not. */
const KEY_FORM = /(?:s|%73)(?:k|%6b)(?:_|%5f)(?:[0-9a-z]|%[0-9a-f]{2})+/gi;

/** The text without anything that has the form of a key. */
export const withoutKeyForms = (text: string): string => text.replace(KEY_FORM, '***');
