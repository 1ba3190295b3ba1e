/** An agency's words for a place. */
import { isPlaceText } from '#core/text.ts';
import { textField } from './rows.ts';

/** Cleaned; null where they are none. */
export function placeTextField(value: unknown): string | null {
  const text = textField(value);
  return text !== null && isPlaceText(text) ? text : null;
}
