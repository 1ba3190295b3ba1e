/** Every name ever published, requested from a gateway over real builds, gives the surviving earthquake or 410. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { datedPathOf, detailPath, withdrawnPath } from '#core/paths.ts';
import { HOUR, MINUTE } from '#core/time.ts';
import { createApp } from '../../../gateway/app.ts';
import { Dataset } from '../../../gateway/dataset/dataset.ts';
import { folderReader } from '../../../gateway/dataset/folder-reader.ts';
import { namesOf } from '../../../generator/catalog/read.ts';
import type { SourceReport } from '../../../generator/sources/feed.ts';
import { AS_OF, buildInto } from '../../support/build.ts';
import { syntheticDataset } from '../../support/dataset.ts';
import { testGateway } from '../../support/gateway.ts';
import { NOON, report, testCatalog } from '../../support/catalog.ts';
import type { DetailJson } from '../../support/rebuild.ts';
import { temporaryFolder } from '../../support/temporary.ts';

/** The reports of one round: USGS events us1, us2, us3, an hour apart by default. */
type Statement = Partial<SourceReport> & { key: 'us1' | 'us2' | 'us3' };

class Service {
  readonly catalog = testCatalog();
  readonly dist: string;
  readonly #app;
  readonly #dataset;
  readonly #full: boolean;

  constructor(t: TestContext, full: boolean) {
    this.#full = full;
    this.dist = temporaryFolder(t);
    this.catalog.now = AS_OF;
    this.#dataset = new Dataset(folderReader(this.dist));
    this.#app = createApp({ dataset: this.#dataset, now: () => AS_OF });
    this.ingest({ key: 'us1' }, { key: 'us2' }, { key: 'us3' });
  }

  ingest(...statements: Statement[]): void {
    this.catalog.now += MINUTE;
    const updatedAt = this.catalog.now;
    const reports = statements.map((one) =>
      report({
        time: NOON + Number(one.key.slice(2)) * HOUR,
        updatedAt,
        magnitudes: [{ type: 'mb', value: 4 }],
        ...one,
      }),
    );
    this.catalog.run({ feed: 'usgs-fdsn', asOf: updatedAt, reports });
    buildInto(this.dist, this.catalog.db, { asOf: this.catalog.now, full: this.#full, bulk: false });
  }

  async get(target: string): Promise<Response> {
    await this.#dataset.refresh();
    return this.#app.request(target);
  }

  /** The id inside the answer for an id, or its status; every name and the static tier's files must agree. */
  async responseFor(id: number): Promise<number | string> {
    const body = await this.#one(`/deprem_api.php?id=${id}`, detailPath(id));
    const slugs = this.catalog.db
      .prepare<[number], { date: string; slug: string }>('SELECT date, slug FROM slugs WHERE earthquake = ?')
      .all(id);
    assert.ok(slugs.length > 0);
    for (const { date, slug } of slugs)
      assert.equal(await this.#one(`/deprem_api.php?date=${date}&slug=${slug}`, datedPathOf(date, slug)), body, slug);
    const eventId = this.catalog.db
      .prepare<[number], string>('SELECT event_id FROM earthquakes WHERE id = ?')
      .pluck()
      .get(id)!;
    assert.equal(await this.#one(`/deprem_api.php?event_id=${eventId}`, detailPath(id)), body, eventId);
    const feature = await this.get(`/feed/v1.0/detail/${eventId}.geojson`);
    assert.equal(feature.status, typeof body === 'number' ? 200 : 404, eventId);
    return body;
  }

  async #one(target: string, file: string): Promise<number | string> {
    const response = await this.get(target);
    const [plain, tombstone] = [await this.get(`/${file}`), await this.get(`/${withdrawnPath(file)}`)];
    const body = (await response.json()) as { code?: string; earthquake?: DetailJson };
    assert.deepEqual([plain.status, tombstone.status], response.status === 200 ? [200, 404] : [404, 200], file);
    const lies = [file, withdrawnPath(file)].map((path) => existsSync(join(this.dist, path)));
    assert.deepEqual(lies, [response.status === 200, response.status !== 200], file);
    if (response.status === 200) return body.earthquake!.id;
    assert.equal(((await tombstone.json()) as { code: string }).code, body.code);
    return `${response.status} ${body.code}`;
  }

  async observed(): Promise<(number | string)[]> {
    return Promise.all([1, 2, 3].map((id) => this.responseFor(id)));
  }
}

const GONE = '410 gone';

type Step = [statement: Statement, answers: (number | string)[]];

const WITHDRAWN = { withdrawn: true };
const STORIES: [name: string, steps: Step[]][] = [
  [
    'withdrawn, and back with another place and day',
    [
      [{ key: 'us2', ...WITHDRAWN }, [1, GONE, 3]],
      [{ key: 'us2' }, [1, 2, 3]],
      [{ key: 'us2', ...WITHDRAWN }, [1, GONE, 3]],
      [{ key: 'us2', place: 'Nurdağı (Gaziantep)', time: NOON + 13 * HOUR }, [1, 2, 3]],
      [{ key: 'us2', ...WITHDRAWN }, [1, GONE, 3]],
    ],
  ],
  [
    'retired names, then withdrawn',
    [
      [{ key: 'us1', place: 'Nurdağı (Gaziantep)' }, [1, 2, 3]],
      [{ key: 'us1', time: NOON - 13 * HOUR }, [1, 2, 3]],
      [{ key: 'us1', ...WITHDRAWN }, [GONE, 2, 3]],
    ],
  ],
  [
    'a chain: 3 into 2 into 1, then withdrawn, and back',
    [
      [{ key: 'us2', aliases: ['us3'] }, [1, 2, 2]],
      [{ key: 'us1', aliases: ['us2', 'us3'] }, [1, 1, 1]],
      [{ key: 'us1', ...WITHDRAWN }, [GONE, GONE, GONE]],
      [{ key: 'us1' }, [1, 1, 1]],
    ],
  ],
  [
    'merged, withdrawn, and the survivor merged when it is back',
    [
      [{ key: 'us2', aliases: ['us3'] }, [1, 2, 2]],
      [{ key: 'us2', ...WITHDRAWN }, [1, GONE, GONE]],
      [{ key: 'us2' }, [1, 2, 2]],
      [{ key: 'us1', aliases: ['us2'] }, [1, 1, 1]],
    ],
  ],
  [
    'withdrawn, then merged',
    [
      [{ key: 'us2', ...WITHDRAWN }, [1, GONE, 3]],
      [{ key: 'us1', aliases: ['us2'] }, [1, 1, 3]],
    ],
  ],
];

for (const [name, steps] of STORIES)
  for (const full of [false, true])
    test(`${name}${full ? ', each build a full one' : ''}`, async (t) => {
      const service = new Service(t, full);
      assert.deepEqual(await service.observed(), [1, 2, 3]);
      for (const [reports, expected] of steps) {
        service.ingest(reports);
        assert.deepEqual(await service.observed(), expected, JSON.stringify(reports));
      }
      for (const id of [1, 2, 3]) assert.ok(namesOf(service.catalog.db, id).length >= 2);
    });

test('a withdrawn earthquake is 410 with its own caching, and shows its history when it returns', async (t) => {
  const service = new Service(t, false);
  service.ingest({ key: 'us2', ...WITHDRAWN });
  const response = await service.get('/deprem_api.php?id=2');
  assert.deepEqual([response.status, response.headers.get('Cache-Control')], [410, 'max-age=60']);
  service.ingest({ key: 'us2' });
  const { earthquake } = (await (await service.get('/deprem_api.php?id=2')).json()) as { earthquake: DetailJson };
  assert.deepEqual(
    earthquake.revisions.map(({ changed, agencies }) => [changed, agencies]),
    [
      [['created'], ['usgs']],
      [['withdrawn'], ['usgs']],
      [['reinstated', 'sources'], ['usgs']],
    ],
  );
  assert.equal(earthquake.revisions.at(-1)!.at, earthquake.updated_at);
});

test('the survivor of a chain shows every merge, nested', async (t) => {
  const service = new Service(t, false);
  service.ingest({ key: 'us2', aliases: ['us3'] });
  service.ingest({ key: 'us1', aliases: ['us2', 'us3'] });
  const { earthquake } = (await (await service.get('/deprem_api.php?id=3')).json()) as { earthquake: DetailJson };
  const last = earthquake.revisions.at(-1)!;
  assert.deepEqual([last.changed.includes('merged'), last.merged!.map(({ id }) => id)], [true, [2]]);
  const inner = last.merged![0]!.revisions.at(-1)!;
  assert.deepEqual(
    inner.merged!.map(({ id, revisions }) => [id, revisions.length]),
    [[3, 1]],
  );
});

test('an event_id leads to the detail that the id has, also of an earthquake without a magnitude', async () => {
  const { files, detailed } = syntheticDataset({ seed: 3, count: 600 });
  const { get } = testGateway(files);
  assert.ok(detailed.some(({ magnitude }) => magnitude === null));
  for (const { id, eventId } of detailed) {
    const [byEvent, byId] = await Promise.all(
      [`event_id=${eventId}`, `id=${id}`].map((query) => get(`/deprem_api.php?${query}`)),
    );
    assert.equal(await byEvent!.text(), await byId!.text());
    assert.equal(byEvent!.headers.get('ETag'), byId!.headers.get('ETag'));
  }
});
