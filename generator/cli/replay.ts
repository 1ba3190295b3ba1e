/** The `replay` command: what feeds sent is read again, after a parser was corrected. */
import type { Environment } from '#runtime/environment.ts';
import type { Agency } from '#core/earthquake.ts';
import { isDiskFault } from '#core/expected-error.ts';
import type { EpochMs } from '#core/time.ts';
import { readSetting, writeSetting } from '../catalog/settings.ts';
import { countsOf, ingestParsed, type DocumentCounts, type DocumentSummary } from '../ingest.ts';
import { errorText } from '../polling/alerts.ts';
import { rawPages, type RawPage } from '../polling/raw-pages.ts';
import { DocumentError } from '../sources/feed.ts';
import { fetchedFrom } from '../sources/reader/perform.ts';
import { ALL_FEEDS } from '../sources/registry.ts';
import { commitReports } from './commit-reports.ts';
import { rawFolder, withContext, type CommandContext } from './context.ts';
import { requireCatalogue } from './own-dataset.ts';
import { documentLines, totalLines } from './summary.ts';

export interface ReplayArguments {
  source?: Agency | undefined;
  /** Instants of fetches, both inclusive. */
  from?: EpochMs;
  to?: EpochMs;
  /** Also into an empty catalogue, where DIST_DIR has a dataset. */
  force?: boolean;
}

export const replayCommand = (env: Environment, options: ReplayArguments): Promise<void> =>
  withContext(env, async (context) => {
    requireCatalogue(context, options.force);
    const { console } = context;
    const summaries = await replay(context, options);
    if (!(await commitReports(context))) process.exitCode = 1;
    for (const line of totalLines(summaries)) console.line(line);
    if (summaries.length === 0) console.line(`nothing is kept in ${rawFolder(context.config)}`);
  });

type ReplayContext = Pick<CommandContext, 'config' | 'poll' | 'console'>;

/** A page that cannot be used, whatever the reason, is reported and fails the command; the others are read. */
export async function replay(context: ReplayContext, options: ReplayArguments): Promise<DocumentCounts[]> {
  const { config, console } = context;
  const { source, from = -Infinity, to = Infinity } = options;
  const fail = (reason: string): void => {
    console.line(reason);
    process.exitCode = 1;
  };
  const feeds = new Set(ALL_FEEDS.filter(({ agency }) => !source || agency === source).map(({ name }) => name));
  const shift = countReplay(context);
  const summaries: DocumentCounts[] = [];
  for (const page of rawPages(rawFolder(config), { from, to }, fail)) {
    if (!feeds.has(page.feed) || page.fetchedAt < from || page.fetchedAt > to) continue;
    try {
      const summary = await replayPage(context, page, shift);
      summaries.push(countsOf(summary));
      if (summary.fresh > 0 || summary.rejects.length > 0)
        for (const line of documentLines(summary)) console.line(line);
    } catch (error) {
      if (isDiskFault(error)) throw error;
      const reason = error instanceof DocumentError ? error.message : errorText(error);
      fail(`${page.name ?? page.feed}: not read: ${reason}`);
    }
  }
  return summaries;
}

/** Number of this replay, in ms added to the times of its pages: the later of two replays of a page counts. */
function countReplay({ poll: { db } }: ReplayContext): number {
  const count = Number(readSetting(db, 'replays') ?? 0) + 1;
  writeSetting(db, 'replays', count);
  return count;
}

async function replayPage(
  { poll }: ReplayContext,
  { feed, name, coverage, window, fetchedAt, bytes }: RawPage & { bytes: Uint8Array },
  shift: number,
): Promise<DocumentSummary> {
  const parsed = await poll.reader.parse(bytes, fetchedFrom(feed, bytes));
  const asOf = parsed.asOf === null ? null : parsed.asOf + shift;
  const document = { name: name ?? feed, bytes, coverage, window: window ?? null, fetchedAt: fetchedAt + shift };
  return ingestParsed(poll, document, { ...parsed, asOf });
}
