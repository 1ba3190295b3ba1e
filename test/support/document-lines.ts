/** Commands and configuration in a document: its blocks of code, and what its sentences name. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

export interface Block {
  /** The nearest heading above it. */
  heading: string;
  /** `sh`, `nginx`, … */
  language: string;
  text: string;
}

/** A heading, or a block, perhaps indented as part of a list. */
const PARTS = /^#+ (?<heading>.*)$|^(?<indent> *)```(?<language>\w+)\n(?<text>[^]*?)^ *```$/gm;

/** In the order of the document. @param path from the root of the repository */
export function blocksOf(path: string): Block[] {
  let heading = '';
  const blocks: Block[] = [];
  for (const { groups } of readFileSync(join(ROOT, path), 'utf8').matchAll(PARTS)) {
    heading = groups!['heading'] ?? heading;
    const { indent = '', language, text } = groups!;
    if (language !== undefined)
      blocks.push({ heading, language, text: text!.replaceAll(new RegExp(`^${indent}`, 'gm'), '') });
  }
  return blocks;
}

/** The blocks under a heading, of one language. */
export const blocksBelow = (path: string, heading: string, language = 'sh'): string[] =>
  blocksOf(path)
    .filter((block) => block.heading === heading && block.language === language)
    .map(({ text }) => text);

const PROGRAMS =
  'npm|npx|docker|git|systemctl|systemd-analyze|nginx|chown|chmod|crontab|curl|hiposantr|rclone|rsync|cp|su|\\.ci/run|scripts/node|wrangler|--';
/** A program with at least one word. */
const COMMAND = new RegExp(`^(?:${PROGRAMS}) .`);

/** Commands that sentences name, each once, in the order of the document. */
export function commandsInProse(path: string): string[] {
  const prose = readFileSync(join(ROOT, path), 'utf8').replaceAll(/^ *```\w+\n[^]*?^ *```$/gm, '');
  const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  return [...new Set(spans.filter((span) => COMMAND.test(span)))];
}
