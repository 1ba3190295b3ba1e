/** How an `event_id` begins. */

const LETTERS = 'abcdefabcd';

/** Sixteen hex digits of which the first is a letter: else some of them read as numbers (`3590575115429e02`). */
export const withLetterFirst = (hex: string): string => (LETTERS[Number(hex[0])] ?? hex[0]!) + hex.slice(1);
