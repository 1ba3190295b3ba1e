/** What an application asks for and how it reads the answer, in words of our own; and whether it works. */
import type { EpochMs } from '#core/time.ts';

/** An earthquake as an application shows it. */
export interface Row {
  /** As its user understands what is shown. */
  time: EpochMs;
  magnitude: number;
  latitude?: number;
  longitude?: number;
  depthKm?: number;
  place?: string;
  id?: string;
}

export interface Request {
  /** With the query, encoded as the application's library does. */
  path: string;
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

export interface Answer {
  status: number;
  text: string;
  /** @throws SyntaxError where the body is no JSON */
  json(): unknown;
}

/** One thing that the application does. */
export interface Use {
  /** `live`, `archive`, … */
  what: string;
  requests(now: EpochMs): Request[];
  /** In the order of the requests. @throws Error where the application would crash or show an error */
  read(answers: Answer[], now: EpochMs): Row[];
  /** What the catalogue has of that, in any order. */
  expected(now: EpochMs): Row[];
  /** How exactly it shows times, in ms; a second by default. */
  step?: number;
  /** How far from the truth it shows times, with the service that it was written for as well, in ms; 0 by default. */
  ownError?: number;
}

export interface Application {
  /** As in `data/applications.json`. */
  name: string;
  uses: Use[];
}

export type Send = (request: Request) => Promise<Answer>;

/** Every failure as `what: why`. */
export async function failuresOf({ uses }: Application, send: Send, now: EpochMs): Promise<string[]> {
  const failures: string[] = [];
  for (const use of uses) {
    try {
      const answers: Answer[] = [];
      for (const request of use.requests(now)) answers.push(await send(request));
      const expected = use.expected(now).map((row) => ({ ...row, time: row.time + (use.ownError ?? 0) }));
      const difference = differenceOf(use.read(answers, now), expected, use.step ?? 1000);
      if (difference !== undefined) failures.push(`${use.what}: ${difference}`);
    } catch (error) {
      failures.push(`${use.what}: ${String(error).slice(0, 300)}`);
    }
  }
  return failures;
}

/** In what two lists differ; undefined where they agree in all that the application shows. */
function differenceOf(shown: Row[], expected: Row[], step: number): string | undefined {
  if (expected.length === 0) return 'the catalogue has nothing for it: the test is wrong';
  if (shown.length !== expected.length) return `${shown.length} rows, not ${expected.length}`;
  const floor = ({ time }: Row): number => Math.floor(time / step);
  const inOrder = (rows: Row[]): Row[] =>
    rows.toSorted((a, b) => floor(a) - floor(b) || a.magnitude - b.magnitude || (a.latitude ?? 0) - (b.latitude ?? 0));
  const known = inOrder(expected);
  for (const [index, row] of inOrder(shown).entries()) {
    const own = known[index]!;
    if (floor(row) !== floor(own)) return `time ${row.time}, not ${own.time}`;
    if (row.place !== undefined && row.place.trim() === '') return `no place at ${row.time}`;
    for (const name of ['magnitude', 'latitude', 'longitude', 'depthKm', 'id'] as const)
      if (row[name] !== undefined && row[name] !== own[name])
        return `${name} ${row[name]}, not ${own[name]} at ${row.time}`;
  }
  return undefined;
}
