/** Keys that stand where none belongs (`limit=1;api_key=…`, a path, another parameter) are told by their form. */
const KEY_FORM = /sk_[0-9A-Za-z]+/g;

/** The text without anything that has the form of a key. */
export const withoutKeyForms = (text: string): string => text.replace(KEY_FORM, '***');
