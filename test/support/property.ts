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

export default fc;
