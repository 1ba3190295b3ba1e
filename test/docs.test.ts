/** Language, paths, links and figures of the documentation. */
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import fastGlob from 'fast-glob';
import { endpointTable } from '../gateway/endpoints/table.ts';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const DOCUMENTS = fastGlob.sync(['*.md', 'data/*.md', 'docs/**/*.md'], { cwd: ROOT });
const MOST_CHARACTERS = 160;
const MOST_WORDS = 25;
const STORY_WORDS = /\b(?:had|heirs?|lends?|lent|mend(?:s|ed)?|promise[sd]?|stands? for|stood for|whose)\b/gi;

const withoutCode = (text: string): string => text.replace(/^( *)```[^\n]*\n[\s\S]*?^\1```$/gm, '');

/** Paragraphs, headings and list items, one line each. Code spans are one word, links their text; no tables. */
const paragraphsOf = (text: string): string[] =>
  withoutCode(text)
    .replace(/^ *\|.*$/gm, '')
    .replace(/``[^`].*?``|`[^`\n]+`/g, 'Code')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/https?:\/\/\S+/g, 'Address')
    .split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) |#)/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim());

/** A full stop ends a sentence, except after an abbreviation. */
const sentencesOf = (text: string): string[] =>
  paragraphsOf(text).flatMap((paragraph) =>
    paragraph.split(/(?<=(?<!\b(?:al|e\.g|i\.e))[.!?]["')*\]]*)\s+/).filter((sentence) => sentence !== ''),
  );

const wordsOf = (sentence: string): number => sentence.split(' ').filter((word) => /[\p{L}\d]/u.test(word)).length;

test('text is split into sentences', () => {
  const text =
    'One `a. B` two.\nThree (four). *Five*\n\n- six\n- seven [eight. Nine](ten)\n\n| a table |\n\n```\nCode. Here.\n```\n';
  assert.deepEqual(sentencesOf(text), [
    'One Code two.',
    'Three (four).',
    '*Five*',
    '- six',
    '- seven [eight.',
    'Nine]',
  ]);
  assert.equal(wordsOf('- Three (four) – Code.'), 3);
});

for (const path of DOCUMENTS)
  test(`${path}: short lines, short sentences, plain words`, () => {
    const text = read(path);
    const long = withoutCode(text)
      .split('\n')
      .filter((line) => line.length > MOST_CHARACTERS);
    assert.deepEqual(long, [], `lines of more than ${MOST_CHARACTERS} characters`);
    const wordy = sentencesOf(text).filter((sentence) => wordsOf(sentence) > MOST_WORDS);
    assert.deepEqual(wordy, [], `sentences of more than ${MOST_WORDS} words`);
    assert.deepEqual(
      withoutCode(text)
        .replace(/`[^`\n]+`/g, '')
        .match(STORY_WORDS) ?? [],
      [],
    );
  });

/** Former versions are described as they were. */
const CURRENT = DOCUMENTS.filter((path) => path !== 'CHANGELOG.md');
const FILES = fastGlob.sync(['{bin,generator,gateway,scripts,test,docs,data}/**', '*', '.ci/*', '.github/**'], {
  cwd: ROOT,
  dot: true,
});

test('every source file and folder that the documentation names exists', () => {
  const missing = CURRENT.flatMap((path) =>
    [...read(path).matchAll(/`([\w.@*-]+(?:\/[\w.@*-]+)*\/?)`/g)]
      .map(([, name]) => name!)
      .filter((name) => /\.(?:ts|sh|yml)$/.test(name) || /^(?:generator|gateway|scripts|test)\//.test(name))
      .filter((name) => {
        const pattern = new RegExp(
          `(?:^|/)${name.replaceAll('.', '\\.').replaceAll('*', '[^/]*')}${name.endsWith('/') ? '' : '$'}`,
        );
        return !FILES.some((file) => pattern.test(file));
      })
      .map((name) => `${path}: ${name}`),
  );
  assert.deepEqual(missing, []);
});

const anchorsOf = (text: string): Set<string> =>
  new Set(
    [...withoutCode(text).matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
      heading!
        .toLowerCase()
        .replace(/[^\p{L}\d _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );

test('every link within the documentation leads to a file and a heading', () => {
  const broken = CURRENT.flatMap((path) =>
    [...withoutCode(read(path)).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)]
      .filter(([, file, anchor]) => {
        const target = file === '' ? path : join(dirname(path), file!);
        return !existsSync(join(ROOT, target)) || (anchor && !anchorsOf(read(target)).has(anchor));
      })
      .map(([link]) => `${path}: ${link}`),
  );
  assert.deepEqual(broken, []);
});

interface Figure {
  figure: string;
  value?: string;
  /** A table with a header line: the value is its number of rows. */
  rowsOf?: string;
  /** Text around the figure, by document; `#` is the figure. */
  in: Record<string, string>;
}

const rowsIn = (path: string): string => (read(path).trimEnd().split('\n').length - 1).toLocaleString('en');

test('a figure is the same in every document that gives it', () => {
  const figures = JSON.parse(read('docs/figures.json')) as Figure[];
  const wrong = figures.flatMap(({ figure, value, rowsOf, in: documents }) => {
    const expected = value ?? rowsIn(rowsOf!);
    return Object.entries(documents)
      .filter(([path, text]) =>
        [expected, expected.replaceAll(',', '')].every((number) => !read(path).includes(text.replace('#', number))),
      )
      .map(([path, text]) => `${path}: ${text} (${figure} ${rowsOf ?? ''} ${expected})`);
  });
  assert.deepEqual(wrong, []);
});

test('docs/limits-and-accounts.md names every counted endpoint', () => {
  const table = endpointTable({ serviceName: '' });
  const [, counted = ''] = /\*\*Counted\*\*([\s\S]*?)\n- /.exec(read('docs/limits-and-accounts.md'))!;
  assert.deepEqual(
    [...counted.matchAll(/`(\/[^`]+)`/g)].map(([, path]) => path!).toSorted(),
    table
      .filter(({ uncounted }) => !uncounted)
      .map(({ path }) => path)
      .toSorted(),
  );
});

test('the list of decisions has every record, in order, with its title', () => {
  const records = fastGlob.sync('0*.md', { cwd: join(ROOT, 'docs/decisions') }).toSorted();
  const listed = [...read('docs/decisions/README.md').matchAll(/^- \[(.*)\]\((.*)\)$/gm)];
  assert.deepEqual(
    listed.map(([, title, file]) => [file, `# ${title}`]),
    records.map((file) => [file, read(`docs/decisions/${file}`).split('\n')[0]]),
  );
  assert.deepEqual(
    records.map((file) => Number(file.slice(0, 4))),
    records.map((_, index) => index + 1),
  );
});

/** Of Keep a Changelog 1.1.0. */
const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

test('the changelog is in the form of Keep a Changelog, the present version first', () => {
  const [, ...versions] = read('CHANGELOG.md').split(/^## /m);
  const titles = versions.map((text) => text.split('\n')[0]!);
  const { version } = JSON.parse(read('package.json')) as { version: string };
  assert.deepEqual([titles[0], titles[1]!.split(' ')[0]], ['[Unreleased]', `[${version}]`]);
  for (const title of titles.slice(1)) assert.match(title, /^\[\d+\.\d+\.\d+\] - \d{4}-\d\d-\d\d$/);
  for (const text of versions) {
    const kinds = [...text.matchAll(/^### (.+)$/gm)].map(([, kind]) => kind!);
    assert.deepEqual(
      kinds,
      KINDS.filter((kind) => kinds.includes(kind)),
      text,
    );
    for (const part of text.split(/^### /m).slice(1)) assert.match(part, /^\w+\n\n(?:- .+\n)+\n?$/);
    assert.ok(text.split('\n').length <= 50, `${text.slice(0, 20)} is for those who upgrade, not a history`);
  }
});

test('pictures of README.md are there, and small', () => {
  const pictures = [...read('README.md').matchAll(/!\[[^\]]{10,}\]\(([^)]+\.webp)\)/g)].map(([, path]) => path!);
  assert.deepEqual(pictures, ['docs/map.webp', 'docs/earthquake.webp']);
  for (const path of pictures) {
    const bytes = readFileSync(join(ROOT, path));
    assert.equal(bytes.toString('latin1', 8, 12), 'WEBP', path);
    assert.ok(bytes.byteLength <= 120_000, path);
  }
});
