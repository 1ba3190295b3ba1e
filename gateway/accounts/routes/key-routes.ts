/** Keys, for pages and programs. */
import type { Hono } from 'hono';
import { formatInstant } from '#core/time.ts';
import type { EpochMs } from '#core/time.ts';
import type { IssuedKey, ListedKey } from '../../access/key-store.ts';
import { KeyError } from '../../access/key-store.ts';
import { isForm, readFields } from '../request-body.ts';
import { keyMadePage } from '../pages/dashboard.ts';
import { Problem } from '../problems.ts';
import { showDashboard } from './member-routes.ts';
import type { Env, Part, User, Visit } from './part.ts';
import { mustUser } from './part.ts';
import { goTo, json, show, tried, viewOf } from './show.ts';

export function keyRoutes(app: Hono<Env>, part: Part): void {
  const { keys } = part;
  const one = '/account/keys/:id';
  app.get('/account/keys', async (c) => {
    const { id } = await mustUser(c, part);
    const list = (await keys.list(id)).map(listedJson);
    return json(c, { count: list.length, keys: list });
  });
  app.post('/account/keys', (c) => made(c, part, async ({ id }) => keys.issue(id, (await readFields(c)).text('name'))));
  app.post(`${one}/rotate`, (c) => made(c, part, async ({ id }) => keys.rotate(id, c.req.param('id'))));
  app.patch(one, (c) => changed(c, part, async (user) => rename(c, user)));
  app.post(`${one}/rename`, (c) => changed(c, part, async (user) => rename(c, user)));
  app.delete(one, (c) => changed(c, part, async ({ id }) => keys.revoke(id, c.req.param('id'))));
  app.post(`${one}/revoke`, (c) => changed(c, part, async ({ id }) => keys.revoke(id, c.req.param('id'))));

  const rename = async (c: Visit, { id }: User): Promise<void> =>
    keys.rename(id, c.req.param('id') ?? '', (await readFields(c)).text('name'));
}

/** A key's making, answered with the key: the only time that it is told. */
async function made(c: Visit, part: Part, make: (user: User) => Promise<IssuedKey>): Promise<Response> {
  const user = await mustUser(c, part);
  if (!isForm(c)) {
    const { createdAt, ...key } = await explained(() => make(user));
    return json(c, { ...key, created_at: formatInstant(createdAt) });
  }
  return tried(
    async () => show(c, keyMadePage(viewOf(c, part, { user }), await explained(() => make(user)), part.baseUrl)),
    (problem) => showDashboard(c, part, user, problem),
  );
}

async function changed(c: Visit, part: Part, change: (user: User) => Promise<void>): Promise<Response> {
  const user = await mustUser(c, part);
  const work = async (): Promise<void> => explained(() => change(user));
  if (!isForm(c)) return work().then(() => json(c, {}));
  return tried(
    () => work().then(() => goTo(c, part, '/account/')),
    (problem) => showDashboard(c, part, user, problem),
  );
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof KeyError ? new Problem(error.reason) : error;
  }
}

const instant = (at: EpochMs | null): string | null => (at === null ? null : formatInstant(at));

const listedJson = ({ createdAt, lastUsedAt, expiresAt, ...key }: ListedKey) => ({
  ...key,
  created_at: instant(createdAt),
  last_used_at: instant(lastUsedAt),
  expires_at: instant(expiresAt),
});
