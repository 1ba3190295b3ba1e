/** The rules of RFC 4287 for a feed, as assertions. */
import assert from 'node:assert/strict';
import { create } from 'xmlbuilder2';

type Node = string | { [name: string]: Node | Node[] | undefined };
type Element = Exclude<Node, string>;

interface AtomEntry {
  id: string;
  title: string;
  updated: string;
  published: string;
}

interface AtomDocument extends Pick<AtomEntry, 'id' | 'title' | 'updated'> {
  entries: AtomEntry[];
}

/** RFC 3339, section 5.6. */
const DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/;
/** A tag URI of a host name (RFC 4151), or a URN (RFC 8141). */
const ID = /^(?:tag:[a-z0-9.-]+,\d{4}:[\w\-.~/]+|urn:[a-z0-9][a-z0-9-]{0,30}[a-z0-9]:[\w\-.:]+)$/;

const FEED_NAMES = 'author category contributor entry generator icon id link logo rights subtitle title updated';
const ENTRY_NAMES = 'author category content contributor id link published rights source summary title updated';

const childrenOf = (parent: Element, name: string): Node[] => {
  const found = parent[name];
  return found === undefined ? [] : [found].flat();
};

/** The text of an element that is there once. */
function textOf(parent: Element, name: string): string {
  const found = childrenOf(parent, name);
  assert.equal(found.length, 1, `${name}: ${found.length} times`);
  assert.ok(typeof found[0] === 'string' && found[0].trim() !== '', `${name} is empty`);
  return found[0];
}

function dateOf(parent: Element, name: string): string {
  const text = textOf(parent, name);
  assert.match(text, DATE);
  assert.ok(Number.isFinite(Date.parse(text)), text);
  return text;
}

function idOf(parent: Element): string {
  const id = textOf(parent, 'id');
  assert.match(id, ID);
  return id;
}

function assertNames(parent: Element, names: string): void {
  const allowed = new Set(names.split(' '));
  for (const name of Object.keys(parent)) assert.ok(/^@|^georss:/.test(name) || allowed.has(name), name);
}

/** `rel` of each link. At most one alternate of a type and language. */
function relationsOf(parent: Element): string[] {
  const links = childrenOf(parent, 'link') as Record<string, string>[];
  for (const link of links) assert.ok(URL.canParse(link['@href']!));
  const alternates = links.filter((link) => (link['@rel'] ?? 'alternate') === 'alternate');
  const kinds = alternates.map((link) => `${link['@type']} ${link['@hreflang']}`);
  assert.equal(new Set(kinds).size, kinds.length, 'two alternates of one type');
  return links.map((link) => link['@rel'] ?? 'alternate');
}

function entryOf(entry: Element): AtomEntry {
  assertNames(entry, ENTRY_NAMES);
  assert.ok(relationsOf(entry).includes('alternate'), 'an entry without content needs an alternate');
  assert.ok(childrenOf(entry, 'summary').length <= 1);
  const published = dateOf(entry, 'published');
  return { id: idOf(entry), title: textOf(entry, 'title'), updated: dateOf(entry, 'updated'), published };
}

const TAG = /<(\/?)([\w:]+)(?:\s[\w:]+="[^"<]*")*>/g;

/** The parser forgives much. */
export function assertWellFormed(xml: string): void {
  assert.match(xml, /^<\?xml version="1\.0" encoding="UTF-8"\?>\n/);
  const markup = xml.slice(xml.indexOf('\n'));
  const open: string[] = [];
  for (const [tag, slash, name] of markup.matchAll(TAG))
    if (slash === '') open.push(name!);
    else assert.equal(open.pop(), name, tag);
  assert.deepEqual(open, []);
  assert.doesNotMatch(markup.replaceAll(TAG, ''), /[<>]/);
  assert.doesNotMatch(markup, /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i, 'an ampersand that begins no entity');
  assert.doesNotMatch(markup, /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/, 'a character that XML does not have');
}

/** @throws AssertionError */
export function assertAtom(xml: string): AtomDocument {
  assertWellFormed(xml);
  const { feed } = create(xml).toObject() as { feed: Element };
  assert.equal(feed['@xmlns'], 'http://www.w3.org/2005/Atom');
  assertNames(feed, FEED_NAMES);
  for (const author of childrenOf(feed, 'author')) textOf(author as Element, 'name');
  assert.ok(childrenOf(feed, 'author').length > 0, 'entries without an author need one of the feed');
  assert.deepEqual(relationsOf(feed).toSorted(), ['alternate', 'self']);
  const entries = childrenOf(feed, 'entry').map((entry) => entryOf(entry as Element));
  assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length, 'two entries of one id');
  return { id: idOf(feed), title: textOf(feed, 'title'), updated: dateOf(feed, 'updated'), entries };
}
