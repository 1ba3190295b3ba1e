/** Research files of one year, as the manifest names them. */
import { field, integer, type Json } from './json-fields.ts';
import { declusteredPath, statisticsPath } from './paths.ts';
import { fileHash } from './shard-entry.ts';

export interface ResearchEntry {
  year: number;
  /** Earthquakes in it. */
  count: number;
  statisticsHash: string;
  declusteredHash: string;
}

export const researchFiles = ({ statisticsHash, declusteredHash }: ResearchEntry): string[] => [
  statisticsPath(statisticsHash),
  declusteredPath(declusteredHash),
];

export const researchJson = ({ year, count, statisticsHash, declusteredHash }: ResearchEntry): Json => ({
  year,
  count,
  statistics: statisticsPath(statisticsHash),
  declustered: declusteredPath(declusteredHash),
});

export const readResearchEntry = (json: Json): ResearchEntry => ({
  year: field(json, 'year', integer),
  count: field(json, 'count', integer),
  statisticsHash: field(json, 'statistics', fileHash(statisticsPath)),
  declusteredHash: field(json, 'declustered', fileHash(declusteredPath)),
});
