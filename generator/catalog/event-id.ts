const LETTERS = 'abcdefabcd';

/** An `event_id` begins with a letter: some hex strings read as numbers otherwise (`3590575115429e02`). */
export const withLetterFirst = (hex: string): string => (LETTERS[Number(hex[0])] ?? hex[0]!) + hex.slice(1);
