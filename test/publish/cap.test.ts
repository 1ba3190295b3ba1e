/** CAP messages over several publications: which files are written, kept and removed. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { CAP_FEED, capPath } from '#core/paths.ts';
import { DAY, type EpochMs, HOUR, MINUTE } from '#core/time.ts';
import { allValues } from '../../generator/catalog/database.ts';
import type { SourceReport } from '../../generator/sources/feed.ts';
import { assertAtom } from '../support/atom.ts';
import { buildInto, manifestOf, treeOf, usgsSays } from '../support/build.ts';
import { assertCap, type CapDocument } from '../support/cap.ts';
import { NOON, testCatalog } from '../support/catalog.ts';
import { applyOperation, MIDNIGHT, type Operation, operations } from '../support/catalog-operations.ts';
import { magnitude, numbered } from '../support/publisher.ts';
import fc from '../support/property.ts';
import { temporaryFolder } from '../support/temporary.ts';

/** Publications of the first hours after NOON. */
function service(dist: string) {
  const catalog = testCatalog();
  catalog.now = NOON;
  const build = (folder = dist): void => void buildInto(folder, catalog.db, { asOf: catalog.now });
  return {
    catalog,
    build,
    publish(...reports: Partial<SourceReport>[]): void {
      usgsSays(catalog, ...reports.map((one) => ({ updatedAt: catalog.now, ...one })));
      build();
    },
  };
}

const files = (dist: string): string[] => readdirSync(join(dist, 'cap')).filter((name) => name.endsWith('.cap'));
const read = (dist: string, path: string): string => readFileSync(join(dist, path), 'utf8');

/** Kind of each message and the magnitude in its title, newest first, as the feed names them. */
const titles = (dist: string): string[] => {
  const messages = assertAtom(read(dist, CAP_FEED)).entries.map(({ id }) =>
    assertCap(read(dist, capPath(id.replace('urn:hiposantr:cap:', '')))),
  );
  return messages.map(({ msgType, info }) => `${msgType} ${/M [\d.]+/.exec(info[0]!['headline']!)?.[0]}`);
};

test('an earthquake, its revisions and its withdrawal: each message once, and the same bytes in a full build', (t) => {
  const [dist, full] = [temporaryFolder(t), temporaryFolder(t)];
  const { catalog, build, publish } = service(dist);
  publish(numbered(1, 4.2), numbered(2, 3.9));
  const steps: [Partial<SourceReport>, string[]][] = [
    [numbered(1, 4.3), ['Alert M 4.2']],
    [numbered(1, 4.6), ['Update M 4.6', 'Alert M 4.2']],
    [{ ...numbered(1, 4.6), depthKm: 3 }, ['Update M 4.6', 'Alert M 4.2']],
    [numbered(2, 4), ['Alert M 4.0', 'Update M 4.6', 'Alert M 4.2']],
    // USGS says that both are one: the first, of which a report was read first, goes on.
    [
      { key: 'us1', aliases: ['us2'], ...magnitude(4.6) },
      ['Update M 4.6', 'Cancel M 4.0', 'Alert M 4.0', 'Update M 4.6', 'Alert M 4.2'],
    ],
    [
      { key: 'us1', withdrawn: true },
      ['Cancel M 4.6', 'Update M 4.6', 'Cancel M 4.0', 'Alert M 4.0', 'Update M 4.6', 'Alert M 4.2'],
    ],
  ];
  for (const [report, expected] of steps) {
    publish(report);
    assert.deepEqual(titles(dist), expected);
    assert.equal(files(dist).length, expected.length);
    buildInto(full, catalog.db, { asOf: catalog.now, full: true });
    assert.deepEqual(treeOf(dist), treeOf(full));
  }
  catalog.now += 31 * DAY;
  build();
  assert.deepEqual([titles(dist), files(dist)], [[], []]);
  assert.deepEqual(
    Object.keys(manifestOf(dist).answers).filter((path) => path.startsWith('cap/')),
    [CAP_FEED],
  );
});

test('one new earthquake writes its message and the feed, and no other message', (t) => {
  const dist = temporaryFolder(t);
  const { publish, catalog } = service(dist);
  const many = Array.from({ length: 60 }, (_, n) => ({
    ...numbered(n + 1, 4 + (n % 20) / 10),
    time: NOON - n * MINUTE * 10,
    latitude: 35 + (n % 30) / 4,
  }));
  publish(...many);
  const inodes = new Map([...treeOf(dist).keys()].map((path) => [path, statSync(join(dist, path)).ino]));
  assert.equal(files(dist).length, 60);
  catalog.now += MINUTE;
  publish({ ...numbered(100, 4.1), time: NOON, latitude: 42, longitude: 28 });
  const written = [...treeOf(dist).keys()].filter(
    (path) => path.startsWith('cap/') && inodes.get(path) !== statSync(join(dist, path)).ino,
  );
  const plain = written.filter((path) => !/\.(?:gz|br)$/.test(path));
  assert.equal(plain.length, 2);
  const bytes = written.reduce((sum, path) => sum + statSync(join(dist, path)).size, 0);
  t.diagnostic(`${written.length} files, ${bytes} bytes`);
  assert.ok(written.length <= 6 && bytes < 100_000, `${written.length} files, ${bytes} bytes`);
});

/** What a reader keeps who reads every publication. */
class Kept {
  readonly #bytes = new Map<string, string>();
  readonly #all = new Map<string, CapDocument>();
  readonly met = new Set<string>();

  /** @param published instants of publication, the present one last */
  read(dist: string, asOf: EpochMs): void {
    const present = new Set(files(dist));
    for (const name of present) {
      const xml = read(dist, `cap/${name}`);
      assert.equal(xml, this.#bytes.get(name) ?? xml, `${name} has changed`);
      this.#bytes.set(name, xml);
      if (!this.#all.has(name)) this.#all.set(name, assertCap(xml));
    }
    for (const [name, { info }] of this.#all)
      if (Date.parse(info[0]!['expires']!) > asOf) assert.ok(present.has(name), `${name} left before it expired`);
    const { entries } = assertAtom(read(dist, CAP_FEED));
    assert.ok(entries.length <= 100);
    for (const { id } of entries) assert.ok(present.has(`${id.replace('urn:hiposantr:cap:', '')}.cap`), id);
    for (const [incident, messages] of this.#threads()) assertThread(incident, messages);
  }

  #threads(): Map<string, CapDocument[]> {
    return Map.groupBy(this.#all.values(), ({ incidents }) => incidents!);
  }

  /** Whether the last message of an earthquake says that it is no more, or there is none. */
  isCancelled(eventId: string): boolean {
    const kind = inOrder(this.#threads().get(eventId) ?? []).at(-1)?.['msgType'];
    this.met.add(`ended after ${kind}`);
    return kind === undefined || kind === 'Cancel';
  }
}

const inOrder = (messages: CapDocument[]): CapDocument[] =>
  messages.toSorted((a, b) => (a['identifier']! < b['identifier']! ? -1 : 1));

/** Alert, Updates, Cancel, each with all earlier messages as references, and again. */
function assertThread(incident: string, messages: CapDocument[]): void {
  let thread: string[] = [];
  for (const { identifier, sender, sent, msgType, references } of inOrder(messages)) {
    assert.equal(references ?? '', thread.join(' '), `${incident}: ${msgType}`);
    assert.equal(msgType === 'Alert', thread.length === 0, `${incident}: ${msgType}`);
    thread = msgType === 'Cancel' ? [] : [...thread, `${sender},${identifier},${sent}`];
  }
}

const where = { time: MIDNIGHT + HOUR, latitude: 38.5, longitude: 41 };
const FIRST: Operation[] = [{ kind: 'reported', agency: 'usgs', event: 9, report: { ...where, ...magnitude(6) } }];
const LAST: Operation[] = [{ kind: 'withdrawn', event: 9 }];
const GONE = `SELECT event_id FROM earthquakes WHERE state <> 'current'`;

/** Nothing is admitted from the future. */
const isPossible = (operation: Operation, now: EpochMs): boolean =>
  operation.kind !== 'agencies' && (operation.kind !== 'reported' || operation.report.time! <= now);

test('whatever is published, revised, merged and withdrawn: unbroken threads, of files that exist', (t) => {
  const folder = temporaryFolder(t);
  const kept = { met: new Set<string>() };
  let runs = 0;
  const rounds = fc.array(fc.tuple(fc.array(operations, { minLength: 1, maxLength: 4 }), fc.constantFrom(0, 1, 30)), {
    minLength: 5,
    maxLength: 12,
  });
  fc.assert(
    fc.property(rounds, (all) => {
      const dist = join(folder, String((runs += 1)));
      const catalog = testCatalog();
      const reader = new Kept();
      catalog.now = MIDNIGHT + 2 * HOUR;
      const known = new Map();
      for (const [round, hours] of [[FIRST, 0] as const, ...all, [LAST, 1] as const]) {
        for (const operation of round)
          if (isPossible(operation, catalog.now)) applyOperation(catalog, known, operation);
        catalog.finish();
        buildInto(dist, catalog.db, { asOf: catalog.now, bulk: false });
        reader.read(dist, catalog.now);
        for (const eventId of allValues<string>(catalog.db, GONE)) assert.ok(reader.isCancelled(eventId), eventId);
        catalog.now += hours * HOUR;
      }
      reader.met.forEach((what) => kept.met.add(what));
      catalog.close();
    }),
    { numRuns: 4, endOnFailure: true },
  );
  assert.ok(kept.met.has('ended after Cancel'));
});
