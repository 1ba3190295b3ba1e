/** What `q` searches of a record. */
import type { Earthquake } from '../earthquake.ts';
import { provinceWithCode } from '../provinces.ts';
import { fold } from '../text.ts';
import { firstName } from './values.ts';

type Searched = Pick<Earthquake, 'location' | 'solutions' | 'provincesReached'>;

/**
 * The place, the names, the words of every agency and the provinces that it may have reached, each folded, once, and
 * with a newline.
 */
export function searchText({ location, solutions, provincesReached = [] }: Searched): string {
  const words = [
    location,
    firstName({ solutions }, 'eventName'),
    firstName({ solutions }, 'eventNameEn'),
    ...solutions.map(({ place }) => place ?? undefined),
    ...provincesReached.map((code) => provinceWithCode(code)?.name),
  ];
  const lines = new Set(words.flatMap((word) => (word === undefined ? [] : fold(word))));
  return [...lines].map((line) => `${line}\n`).join('');
}
