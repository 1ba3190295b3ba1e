/**
 * fast-check with a fixed seed: a property test draws the same cases in every run, unless PROPERTY_SEED is set.
 */
import fc from 'fast-check';

/** PROPERTY_SEED is an integer, or `random`, which leaves the choice to fast-check; it prints the seed of a failure. */
export function seedOf(text = '2023'): number | undefined {
  if (text === 'random') return undefined;
  const seed = Number(text);
  if (text === '' || !Number.isInteger(seed))
    throw new Error(`PROPERTY_SEED=${text} is neither an integer nor "random"`);
  return seed;
}

const seed = seedOf(process.env.PROPERTY_SEED);
if (seed !== undefined) fc.configureGlobal({ seed });

/** Code points but surrogates, of which there are 2048 from U+D800 on. */
const anyCharacter = fc.integer({ min: 0, max: 0x10ffff - 2048 }).map(
  (number) => String.fromCodePoint(number < 0xd800 ? number : number + 2048),
  (text) => {
    const point = (text as string).codePointAt(0)!;
    if (text !== String.fromCodePoint(point) || (point >= 0xd800 && point <= 0xdfff)) throw new Error('no character');
    return point < 0xd800 ? point : point - 2048;
  },
);

/** Texts as of fast-check's unit `binary`, which begins with a table of all characters: a second of processor time. */
export const anyText = (constraints: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: anyCharacter });

export default fc;
