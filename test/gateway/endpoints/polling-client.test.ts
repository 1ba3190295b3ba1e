import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { type ListItem, listItem } from '#core/wire.ts';
import { createApp } from '../../../gateway/app.ts';
import { Dataset } from '../../../gateway/dataset/dataset.ts';
import { folderReader } from '../../../gateway/dataset/folder-reader.ts';
import { putStations } from '../../../generator/catalog/stations.ts';
import { AS_OF, STATIONS, buildInto } from '../../support/build.ts';
import { changeLog, records, states, testCatalog, type TestCatalog } from '../../support/catalog.ts';
import type { ListBody } from '../../support/gateway.ts';
import fc from '../../support/property.ts';
import { applyOperation, type Known, operations, POPULATION } from '../../support/catalog-operations.ts';
import { temporaryFolder } from '../../support/temporary.ts';

type Get = (target: string) => Promise<ListBody>;
type HeldRecord = ListItem | { retracted: true } | { merged_into: number };

/** Mirrors the catalogue as documented: one request at a time, at any moment. */
class Poller {
  readonly records = new Map<number, HeldRecord>();
  readonly #limit: number;
  #newest = '1970-01-01T00:00:00Z';
  #next: string | undefined;
  pages = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get paging(): boolean {
    return this.#next !== undefined;
  }

  async poll(get: Get): Promise<void> {
    const body = await get(this.#next ?? `/api.php?updated_after=${this.#newest}&limit=${this.#limit}`);
    this.pages += 1;
    for (const { event_id: eventId, ...item } of body.earthquakes) {
      assert.match(String(eventId), /^[0-9a-f]{16}$/);
      const records = { ...item, event_id: eventId } as unknown as HeldRecord & { updated_at?: string };
      this.records.set(item.id, records);
      if (records.updated_at !== undefined) this.#newest = records.updated_at;
    }
    this.#next = body.next;
    assert.equal(body.truncated, body.next !== undefined);
  }

  async catchUp(get: Get): Promise<void> {
    do await this.poll(get);
    while (this.paging);
  }
}

/** The expected mirror: every listed record, and the tombstone of every other id ever listed. */
function assertMirrors({ records: mirrored }: Poller, { db }: TestCatalog): void {
  const listed = records(db).filter(({ magnitude }) => magnitude !== null);
  const current = [...mirrored.values()].filter((one) => 'occurred_at' in one);
  const byId = (a: ListItem, b: ListItem): number => a.id - b.id;
  assert.deepEqual(current.toSorted(byId), listed.map(listItem).sort(byId));
  const withoutMagnitude = new Set(records(db).flatMap(({ id, magnitude }) => (magnitude === null ? [id] : [])));
  for (const { id, state, merged_into } of states(db)) {
    const one = mirrored.get(id);
    if (state === 'withdrawn') assert.ok(one && 'retracted' in one, `${id} was withdrawn`);
    if (state === 'merged') assert.equal(survivorOf(mirrored, id), merged_into);
    if (withoutMagnitude.has(id)) assert.ok(!one || 'retracted' in one, `${id} has no magnitude any more`);
  }
}

function survivorOf(records: ReadonlyMap<number, HeldRecord>, id: number): number {
  const one = records.get(id);
  return one && 'merged_into' in one ? survivorOf(records, one.merged_into) : id;
}

test('a client that polls updated_after at any moments ends with the current catalogue', async (t) => {
  const folder = temporaryFolder(t);
  const met = new Set<string>();
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.array(operations, { minLength: 1, maxLength: 4 }), fc.array(fc.nat({ max: 3 }))), {
        minLength: 3,
        maxLength: 8,
      }),
      fc.array(fc.constantFrom(1, 2, 5, 1000), { minLength: 4, maxLength: 4 }),
      async (rounds, limits) => {
        const dist = join(folder, String((runs += 1)));
        const catalog = testCatalog();
        catalog.now = AS_OF;
        putStations(catalog.db, STATIONS);
        catalog.store({ feed: 'usgs-fdsn', asOf: AS_OF, reports: POPULATION });
        const dataset = new Dataset(folderReader(dist));
        const app = createApp({ dataset, now: () => catalog.now });
        const get: Get = async (target) => {
          const response = await app.request(target);
          assert.equal(response.status, 200, target);
          return (await response.json()) as ListBody;
        };
        const pollers = limits.map((limit) => new Poller(limit));
        const known: Known = new Map();
        for (const [round, polls] of rounds) {
          for (const telling of round) applyOperation(catalog, known, telling);
          catalog.finish();
          buildInto(dist, catalog.db, { asOf: catalog.now, agencies: catalog.agencies, bulk: false });
          await dataset.refresh();
          for (const index of polls) {
            if (pollers[index]!.paging) met.add('a build between two pages');
            await pollers[index]!.poll(get);
          }
        }
        for (const poller of [...pollers, new Poller(3)]) {
          if (poller.pages === 0) met.add('a late one');
          await poller.catchUp(get);
          // Tombstones carry no time: changes after the newest mirrored record are sent again, without effect.
          await poller.catchUp(get);
          assertMirrors(poller, catalog);
          for (const one of poller.records.values()) for (const what of Object.keys(one)) met.add(what);
        }
        for (const { kind } of changeLog(catalog.db)) met.add(kind);
        if (records(catalog.db).some(({ magnitude }) => magnitude === null)) met.add('no magnitude');
        catalog.db.close();
        rmSync(dist, { recursive: true });
      },
    ),
    { numRuns: 8 },
  );
  const due = ['a build between two pages', 'a late one', 'retracted', 'merged_into', 'merged', 'no magnitude'];
  for (const what of due) assert.ok(met.has(what), `there never was ${what}`);
});
