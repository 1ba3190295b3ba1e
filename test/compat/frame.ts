/** What an application asks for and how it reads the answer, in words of our own; and whether it works. */
import type { EpochMs } from '#core/time.ts';

/** An earthquake as an application shows it. */
export interface Row {
  /** As its user understands what is shown; absent where no time is shown. */
  time?: EpochMs;
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
  /** A WebSocket: the text of the answer has a line for each message. */
  isSocket?: true;
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
      const difference = differenceOf(use.read(answers, now), use.expected(now), use);
      if (difference !== undefined) failures.push(`${use.what}: ${difference}`);
    } catch (error) {
      failures.push(`${use.what}: ${String(error).slice(0, 300)}`);
    }
  }
  return failures;
}

const FIELDS = ['magnitude', 'latitude', 'longitude', 'depthKm', 'id'] as const;

/** In what two lists differ; undefined where they agree in all that the application shows. */
function differenceOf(
  shown: Row[],
  expected: Row[],
  { step = 1000, ownError = 0 }: Pick<Use, 'step' | 'ownError'>,
): string | undefined {
  if (expected.length === 0) return 'the catalogue has nothing for it: the test is wrong';
  if (shown.length !== expected.length) return `${shown.length} rows, not ${expected.length}`;
  const hasTime = shown.every(({ time }) => time !== undefined);
  const stepOf = ({ time }: Row): number => (hasTime ? Math.floor(time! / step) : 0);
  const inOrder = (rows: Row[]): Row[] =>
    rows.toSorted(
      (a, b) =>
        stepOf(a) - stepOf(b) ||
        a.magnitude - b.magnitude ||
        (shown[0]!.latitude === undefined ? 0 : a.latitude! - b.latitude!) ||
        (shown[0]!.id === undefined ? 0 : a.id!.localeCompare(b.id!)),
    );
  const known = inOrder(expected.map((row) => ({ ...row, time: row.time! + ownError })));
  for (const [index, row] of inOrder(shown).entries()) {
    const own = known[index]!;
    if (stepOf(row) !== stepOf(own)) return `time ${row.time}, not ${own.time}`;
    if (row.place !== undefined && row.place.trim() === '') return `no place at ${row.time}`;
    for (const name of FIELDS)
      if (row[name] !== undefined && row[name] !== own[name])
        return `${name} ${row[name]}, not ${own[name]} at ${row.time}`;
  }
  return undefined;
}
