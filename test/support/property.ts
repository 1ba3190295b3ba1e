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

const SURROGATES = { first: 0xd800, count: 0x800 };

/** Draws as the unit `binary` of the library does, which first makes a table of its million characters. */
const anyCharacter: fc.Arbitrary<string> = fc
  .nat({ max: 0x10ffff - SURROGATES.count })
  .map((place) => String.fromCodePoint(place < SURROGATES.first ? place : place + SURROGATES.count), placeOf);

function placeOf(value: unknown): number {
  const code = typeof value === 'string' ? value.codePointAt(0) : undefined;
  if (code === undefined || value !== String.fromCodePoint(code) || !value.isWellFormed())
    throw new Error('not one character');
  return code < SURROGATES.first ? code : code - SURROGATES.count;
}

/** Texts of them. */
export const anyText = (constraints: { minLength?: number; maxLength?: number } = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: anyCharacter });

export default fc;
