/** The lines that a run prints about itself. */
import type { CommitSummary } from '../catalog/publication/commit.ts';
import { quarantineText, type DocumentCounts } from '../ingest.ts';
import type { Reject } from '../sources/feed.ts';

const SHOWN_REJECTS = 3;

/** One line a document, then its warnings and its first rejects with line and reason. */
export function documentLines(summary: DocumentCounts): string[] {
  const { name, feed, rows, fresh, known, repeated, products, rejects, warnings, quarantined } = summary;
  if (quarantined) return [quarantineText(`${name} (${feed}, ${rows} rows)`, quarantined)];
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
  const kinds = Map.groupBy(rejects, ({ reason }) => reason.replace(/"[^"]*"|-?\d+(?:[.,:-]\d+)*/g, '…'));
  return [...kinds]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([kind, { length }]) => `${length} × ${kind}`)
    .join('; ');
}

/** Totals by agency. */
export function totalLines(documents: DocumentCounts[]): string[] {
  return [...Map.groupBy(documents, ({ agency }) => agency)].map(([agency, all]) => {
    const sum = (of: (summary: DocumentCounts) => number): number =>
      all.reduce((total, summary) => total + of(summary), 0);
    return [
      `${agency}: ${all.length} documents`,
      `${sum(({ rows }) => rows)} rows`,
      `${sum(({ fresh }) => fresh)} new`,
      `${sum(({ known }) => known)} known`,
      `${sum(({ repeated }) => repeated)} repeated`,
      `${sum(({ products }) => products)} products`,
      `${sum(({ rejects }) => rejects.length)} rejects`,
    ].join(', ');
  });
}

export const commitLine = ({ created, revised, merged, withdrawn }: CommitSummary): string =>
  `earthquakes: ${created} created, ${revised} revised, ${merged} merged, ${withdrawn} withdrawn`;
