/** The lines that a run prints about itself. */
import type { Agency } from '#core/earthquake.ts';
import type { BuildSummary } from '../publish/publish.ts';
import type { CommitSummary } from '../catalog/publication/commit.ts';
import { heldText, type DocumentSummary } from '../ingest.ts';
import type { Reject } from '../sources/feed.ts';

/** A document's counts, without its reports. */
export type DocumentCounts = Omit<DocumentSummary, 'parsed'>;

export function countsOf(summary: DocumentSummary): DocumentCounts {
  const counted: DocumentCounts & { parsed?: unknown } = { ...summary };
  delete counted.parsed;
  return counted;
}

const SHOWN_REJECTS = 3;

/** One line a document, then its warnings and its first rejects with line and reason. */
export function documentLines(summary: DocumentCounts): string[] {
  const { name, feed, rows, fresh, known, repeated, products, rejects, warnings, held } = summary;
  if (held) return [heldText(`${name} (${feed}, ${rows} rows)`, held)];
  const counts = [`${rows} rows`, `${fresh} new`, `${known} known`];
  if (repeated > 0) counts.push(`${repeated} repeated`);
  if (products > 0) counts.push(`${products} products`);
  if (rejects.length > 0) counts.push(`${rejects.length} rejects`);
  return [
    `${name} (${feed}): ${counts.join(', ')}`,
    ...warnings.map((warning) => `  note: ${warning}`),
    ...rejects.slice(0, SHOWN_REJECTS).map(({ line, reason }) => `  line ${line}: ${reason}`),
    ...(rejects.length > SHOWN_REJECTS
      ? [`  … and ${rejects.length - SHOWN_REJECTS} more: ${reasonsOf(rejects)}`]
      : []),
  ];
}

/** Reasons with their counts, most frequent first; counted without quoted values and numbers. */
export function reasonsOf(rejects: Reject[]): string {
  const counts = new Map<string, number>();
  for (const { reason } of rejects) {
    const kind = reason.replace(/"[^"]*"|-?\d+(?:[.,:-]\d+)*/g, '…');
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${count} × ${reason}`)
    .join('; ');
}

/** Totals by agency. */
export function totalLines(documents: DocumentCounts[]): string[] {
  const agencies = new Map<Agency, DocumentCounts[]>();
  for (const summary of documents) agencies.set(summary.agency, [...(agencies.get(summary.agency) ?? []), summary]);
  const sum = (all: DocumentCounts[], of: (summary: DocumentCounts) => number): number =>
    all.reduce((total, summary) => total + of(summary), 0);
  return [...agencies].map(
    ([agency, all]) =>
      `${agency}: ${all.length} documents, ${sum(all, ({ rows }) => rows)} ` +
      `rows, ${sum(all, ({ fresh }) => fresh)} new, ` +
      `${sum(all, ({ known }) => known)} known, ${sum(all, ({ repeated }) => repeated)} repeated, ` +
      `${sum(all, ({ products }) => products)} products, ${sum(all, ({ rejects }) => rejects.length)} rejects`,
  );
}

export const commitLine = ({ created, revised, merged, withdrawn }: CommitSummary): string =>
  `earthquakes: ${created} created, ${revised} revised, ${merged} merged, ${withdrawn} withdrawn`;

export const buildLine = ({ mode, earthquakes, shards, details, counts, dataset }: BuildSummary): string =>
  `${mode} build of ${earthquakes} earthquakes: ${shards} shards, ${details} ` +
  `details; ${counts.written} files written ` +
  `(${(counts.bytes / 1e6).toFixed(1)} MB), ${counts.unchanged} unchanged; dataset ${dataset}`;
