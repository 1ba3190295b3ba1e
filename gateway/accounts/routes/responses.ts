/** Pages and JSON as responses. */
import { KeyError } from '../../access/key-store.ts';
import { SubscriptionError } from '../../alerts/subscription.ts';
import { GatewayError, renderError } from '../../http/errors.ts';
import { JSON_TYPE } from '#core/headers.ts';
import { type Html, isNotice, TEXTS, type View } from '../pages/view.ts';
import { isForm } from '../request-body.ts';
import { isProblemId, Problem, problemText } from '../problems.ts';
import { STYLESHEET } from './assets.ts';
import type { AccountsContext, User, AccountsRequest } from './context.ts';

/** Path of the base URL, without a trailing slash. */
const basePath = (baseUrl: string): string => new URL(baseUrl).pathname.replace(/\/$/, '');

interface ViewOptions {
  /** Path of this page for GET, for the language link. */
  path?: string;
  user?: User | undefined;
  problem?: Problem | undefined;
}

export function createView(
  c: AccountsRequest,
  context: AccountsContext,
  { path = '/account/', user, problem }: ViewOptions = {},
): View {
  const language = c.get('language');
  const texts = TEXTS[language];
  const notice = c.req.query('notice') ?? '';
  const problemId = c.req.query('problem') ?? '';
  const problemInQuery = isProblemId(problemId) ? problemText(problemId, language) : undefined;
  return {
    language,
    theme: c.get('theme'),
    texts,
    base: basePath(context.baseUrl),
    baseUrl: context.baseUrl,
    service: context.serviceName,
    host: new URL(context.baseUrl).host,
    contact: context.settings.contact,
    path,
    stylesheet: `${basePath(context.baseUrl)}${STYLESHEET}`,
    email: user?.email,
    notice: isNotice(notice) && !problem ? texts[notice] : undefined,
    problem: problem ? problemText(problem.id, language, problem.note) : problemInQuery,
  };
}

/** @param problem sets status and headers */
export async function renderPage(c: AccountsRequest, page: Html, problem?: Problem): Promise<Response> {
  for (const [name, value] of Object.entries(problem?.headers ?? {})) c.header(name, value);
  return c.html(await page, (problem?.status ?? 200) as 200);
}

/** 303 See Other. @param path below the base URL */
export const redirectTo = (c: AccountsRequest, context: AccountsContext, path: string): Response =>
  c.redirect(`${basePath(context.baseUrl)}${path}`, 303);

/** Success, for programs. */
export function jsonResponse(c: AccountsRequest, body: object): Response {
  return c.body(`${JSON.stringify({ status: 'success', ...body })}\n`, 200, { 'Content-Type': JSON_TYPE });
}

/** What the stores of keys and of subscriptions refuse, as a problem; any other error as it is. */
export const problemOf = (error: unknown): unknown =>
  error instanceof KeyError || error instanceof SubscriptionError ? new Problem(error.reason) : error;

/** Runs the operation of a form; shows a problem on the form's own page. */
export async function withProblemPage(
  work: () => Promise<Response>,
  renderProblem: (problem: Problem) => Promise<Response>,
): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    const problem = problemOf(error);
    if (problem instanceof Problem) return renderProblem(problem);
    // A field of a rule: the page says in the language of its visitor which one.
    if (!(problem instanceof GatewayError) || problem.parameter === undefined) throw problem;
    return renderProblem(new Problem('webhook_rule', { parameter: problem.parameter, note: problem.parameter }));
  }
}

interface FormPages {
  /** Path of the page after success. */
  to: string;
  /** The form's own page with the problem. */
  onProblem: (problem: Problem) => Promise<Response>;
}

/** Runs an operation. A form gets a page; a program gets the result, or the error, as JSON. */
export async function respond(
  c: AccountsRequest,
  context: AccountsContext,
  work: () => Promise<object | void>,
  { to, onProblem }: FormPages,
): Promise<Response> {
  if (!isForm(c)) return jsonResponse(c, (await work()) ?? {});
  return withProblemPage(() => work().then(() => redirectTo(c, context, to)), onProblem);
}

/** The usual JSON error, without CORS headers. */
export function errorJson(c: AccountsRequest, error: GatewayError): Response {
  const { body, status, headers } = renderError(error);
  for (const [name, value] of Object.entries(headers))
    if (!/^(?:access-control-|vary$|cache-control$)/i.test(name)) c.header(name, value);
  return c.body(body as Uint8Array<ArrayBuffer>, status as 400);
}
