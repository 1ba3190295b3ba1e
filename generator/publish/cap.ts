/** CAP messages of recent earthquakes: a build renders those of earthquakes with a change, and the feed of all. */
import type { Earthquake } from '#core/earthquake.ts';
import { CAP_FEED, capPath } from '#core/paths.ts';
import { formatDay, type EpochMs } from '#core/time.ts';
import { goneSince } from '../catalog/read.ts';
import { capDocument } from '../outputs/cap/document.ts';
import { capFeed } from '../outputs/cap/feed.ts';
import { MOST_LISTED, OLDEST_MESSAGE, recentMessages, type Followed } from '../outputs/cap/messages.ts';
import { formerAnswer, type BuildContext, type StepAnswers } from './build-context.ts';

interface Inputs extends Pick<BuildContext, 'db' | 'base' | 'output'> {
  asOf: EpochMs;
  /** Those of {@link OLDEST_MESSAGE} at least. */
  recent: readonly Earthquake[];
  /** Earthquakes with a change since the base. */
  moved: ReadonlySet<number>;
  settings: { serviceName: string; baseUrl: string };
}

export function buildCap({ db, base, output, asOf, recent, moved, settings }: Inputs): StepAnswers {
  const oldest = asOf - OLDEST_MESSAGE;
  const present = recent.filter(({ time }) => time >= oldest && time <= asOf);
  const followed: Followed[] = [
    ...present.map((earthquake) => ({ earthquake })),
    ...goneSince(db, formatDay(oldest), oldest).map(({ earthquake, state, at }) => ({
      earthquake,
      ...(state === 'merged' && { mergedAt: at }),
    })),
  ];
  const messages = recentMessages(followed, asOf);
  const bodies = new Map([[CAP_FEED, Buffer.from(capFeed(messages.slice(0, MOST_LISTED), settings, asOf))]]);
  const reused: StepAnswers['reused'] = {};
  for (const message of messages) {
    const path = capPath(message.identifier);
    const former = moved.has(message.id) ? undefined : formerAnswer(output, base?.answers, path);
    if (former) reused[path] = former;
    else bodies.set(path, Buffer.from(capDocument(message, settings)));
  }
  return { bodies, reused };
}
