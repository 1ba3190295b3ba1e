/** Routes for API keys, for pages and programs. */
import type { Hono } from 'hono';
import { type EpochMs, formatInstant } from '#core/time.ts';
import type { IssuedKey, ListedKey } from '../../access/key-store.ts';
import { eraseAccount } from '../erase-account.ts';
import { isForm, readFields } from '../request-body.ts';
import { newKeyPage } from '../pages/dashboard.ts';
import { Problem } from '../problems.ts';
import { showDashboard } from './member-routes.ts';
import { type AccountsContext, type AccountsRequest, type Env, requireUser, type User } from './context.ts';
import { createView, jsonResponse, renderPage, respond, withProblemPage } from './responses.ts';

export function keyRoutes(app: Hono<Env>, context: AccountsContext): void {
  const { keys } = context;
  const one = '/account/keys/:id';
  app.get('/account/keys', async (c) => {
    const { id } = await requireUser(c, context);
    const list = (await keys.list(id)).map(listedJson);
    return jsonResponse(c, { count: list.length, keys: list });
  });
  app.post('/account/keys', (c) =>
    issueKey(c, context, async ({ id }) => keys.issue(id, (await readFields(c)).text('name'))),
  );
  app.post(`${one}/rotate`, (c) => issueKey(c, context, async ({ id }) => keys.rotate(id, c.req.param('id'))));
  app.patch(one, (c) => changeKey(c, context, async (user) => rename(c, user)));
  app.post(`${one}/rename`, (c) => changeKey(c, context, async (user) => rename(c, user)));
  app.delete(one, (c) => changeKey(c, context, async ({ id }) => keys.revoke(id, c.req.param('id'))));
  app.post(`${one}/revoke`, (c) => changeKey(c, context, async ({ id }) => keys.revoke(id, c.req.param('id'))));

  const rename = async (c: AccountsRequest, { id }: User): Promise<void> =>
    keys.rename(id, c.req.param('id') ?? '', (await readFields(c)).text('name'));
}

/** The only response that contains the key. */
async function issueKey(
  c: AccountsRequest,
  context: AccountsContext,
  work: (user: User) => Promise<IssuedKey>,
): Promise<Response> {
  const user = await requireUser(c, context);
  const issue = async (): Promise<IssuedKey> => {
    const issued = await work(user);
    if (await context.auth.hasAccount(user.id)) return issued;
    // Erased since the session was read: so is what was written after that.
    await eraseAccount(context.database, user.id);
    throw new Problem('not_logged_in');
  };
  if (!isForm(c)) {
    const { createdAt, ...key } = await issue();
    return jsonResponse(c, { ...key, created_at: formatInstant(createdAt) });
  }
  return withProblemPage(
    async () => renderPage(c, newKeyPage(createView(c, context, { user }), await issue(), context.baseUrl)),
    (problem) => showDashboard(c, context, user, problem),
  );
}

async function changeKey(
  c: AccountsRequest,
  context: AccountsContext,
  change: (user: User) => Promise<void>,
): Promise<Response> {
  const user = await requireUser(c, context);
  return respond(c, context, () => change(user), {
    to: '/account/',
    onProblem: (problem) => showDashboard(c, context, user, problem),
  });
}

const instant = (at: EpochMs | null): string | null => (at === null ? null : formatInstant(at));

const listedJson = ({ createdAt, lastUsedAt, expiresAt, ...key }: ListedKey) => ({
  ...key,
  created_at: instant(createdAt),
  last_used_at: instant(lastUsedAt),
  expires_at: instant(expiresAt),
});
