/**
 * Routes of email alerts. Without an account: to subscribe, to confirm by a link, and to end by one. With an account,
 * for programs: those to its own address.
 */
import type { Hono } from 'hono';
import type { Point } from '#core/geo.ts';
import { ownValue } from '#core/own-value.ts';
import { provinceOf } from '#core/provinces.ts';
import { formatInstant } from '#core/time.ts';
import { type EmailRule, PER_ADDRESS } from '../../alerts/email-store.ts';
import { mailboxOf } from '../../http/email-address.ts';
import { MAILBOX_CONFIRMATIONS } from '../../access/attempt-limits.ts';
import { describedRule, RULE_FIELDS } from '../../alerts/rule.ts';
import { askingPage, donePage, emailSentPage, subscribePage } from '../pages/email-alerts.ts';
import { isLanguage } from '../language.ts';
import { Problem } from '../problems.ts';
import { emailOf, type Fields, knownFields, readFields } from '../request-body.ts';
import { type AccountsContext, type AccountsRequest, type Env, requireUser } from './context.ts';
import { createView, jsonResponse, renderPage, withProblemPage } from './responses.ts';
import { countAttempt, storedNetwork } from './bounds.ts';

const PATH = '/account/email-alerts';
const OF_ACCOUNT = '/account/alerts';
const NIGHT: Readonly<Record<string, string>> = { quiet_from: '23:00', quiet_to: '07:00' };
/** Of a rule; an email has the usual limit of an hour. */
const CIRCLE = ['latitude', 'longitude', 'max_radius_km'];
const FIELDS = ['province', ...CIRCLE, 'min_magnitude', 'quiet_from', 'quiet_to', 'time_zone'];

export function accountAlertRoutes(app: Hono<Env>, context: AccountsContext): void {
  const { emailAlerts } = context;
  app.get(OF_ACCOUNT, async (c) => {
    const { email } = await requireUser(c, context);
    const alerts = (await emailAlerts.list(email)).map(ruleJson);
    return jsonResponse(c, { count: alerts.length, limit: PER_ADDRESS, email, alerts });
  });
  app.post(OF_ACCOUNT, async (c) => {
    const { id: account, email } = await requireUser(c, context);
    requireMail(context);
    const given = knownFields(await readFields(c), ['language', ...RULE_FIELDS]);
    const language = given('language') || c.get('language');
    if (!isLanguage(language)) throw new Problem('bad_request', { parameter: 'language' });
    const added = await emailAlerts.add(email, given, language);
    if (await context.auth.hasAccount(account)) return jsonResponse(c, ruleJson(added));
    // Erased since the session was read.
    await emailAlerts.remove(email, added.id);
    throw new Problem('not_logged_in');
  });
  app.delete(`${OF_ACCOUNT}/:id`, async (c) => {
    const { email } = await requireUser(c, context);
    if (!(await emailAlerts.remove(email, c.req.param('id')))) throw new Problem('not_found');
    return jsonResponse(c, {});
  });
}

const ruleJson = ({ id, language, rule, createdAt }: EmailRule) => ({
  ...{ id, language, rule: describedRule(rule) },
  created_at: formatInstant(createdAt),
});

export function emailAlertRoutes(app: Hono<Env>, context: AccountsContext): void {
  const { emailAlerts } = context;
  const show = (c: AccountsRequest, problem?: Problem): Promise<Response> =>
    renderPage(c, subscribePage(createView(c, context, { path: PATH, problem }), placeOf(c)), problem);
  app.get(PATH, (c) => show(c));
  app.post(PATH, async (c) => {
    const fields = await readFields(c);
    const work = (): Promise<void> => subscribe(c, context, fields);
    if (!fields.form) return work().then(() => jsonResponse(c, {}));
    return withProblemPage(
      () => work().then(() => renderPage(c, emailSentPage(createView(c, context, { path: PATH })))),
      (problem) => show(c, problem),
    );
  });
  for (const what of ['confirm', 'end'] as const) {
    app.get(`${PATH}/${what}`, async (c) => {
      const token = c.req.query('token') ?? '';
      const subscriber = await emailAlerts.find(token);
      const path = `${PATH}/${what}?token=${encodeURIComponent(token)}`;
      if (!isLanguage(c.req.query('lang')) && subscriber) c.set('language', subscriber.language);
      const view = createView(c, context, { path });
      return renderPage(c, subscriber ? askingPage(view, what, { ...subscriber, token }) : donePage(view, 'unknown'));
    });
    // Of a mail program (RFC 8058) the token is in the address, of the page in the form.
    app.post(`${PATH}/${what}`, async (c) => {
      const token = c.req.query('token') ?? (await readFields(c)).text('token');
      const subscriber = await emailAlerts.find(token);
      if (subscriber) c.set('language', subscriber.language);
      const result = what === 'end' ? 'ended' : (await emailAlerts.confirm(token)) ? 'confirmed' : 'unknown';
      if (what === 'end') await emailAlerts.end(token);
      return renderPage(c, donePage(createView(c, context, { path: PATH }), result));
    });
  }
}

/** The place that a link to the form names; undefined for none. */
function placeOf(c: AccountsRequest): Point | undefined {
  const [latitude = NaN, longitude = NaN] = ['latitude', 'longitude'].map((name) =>
    parseFloat(c.req.query(name) ?? ''),
  );
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 ? { latitude, longitude } : undefined;
}

/** Of the form: a circle around the seat of its province, which takes the place of the province. */
function aroundSeat(fields: Fields): Record<string, string> {
  const radius = fields.text('radius');
  if (radius === '') return {};
  const seat = provinceOf(fields.text('province'));
  if (!seat) throw new Problem('bad_request', { parameter: 'province' });
  return {
    ...{ province: '', max_radius_km: radius },
    ...{ latitude: String(seat.latitude), longitude: String(seat.longitude) },
  };
}

/** The same answer whether an email is sent or not. */
async function subscribe(c: AccountsRequest, context: AccountsContext, fields: Fields): Promise<void> {
  const { emailAlerts, attemptLimiter } = context;
  requireMail(context);
  await countAttempt(c, context, 'codes');
  const to = emailOf(fields);
  const language = c.get('language');
  const isQuiet = fields.text('night') !== '';
  const given = knownFields(fields, ['email', 'night', 'radius', ...FIELDS]);
  const around = aroundSeat(fields);
  const ruleField = (name: string): string | undefined =>
    FIELDS.includes(name)
      ? (ownValue(around, name) ?? given(name) ?? (isQuiet ? ownValue(NIGHT, name) : undefined))
      : undefined;
  const mailbox = `confirmations of alerts to ${mailboxOf(to)}`;
  const { wait } = await attemptLimiter.consume(mailbox, MAILBOX_CONFIRMATIONS);
  if (wait === undefined) await emailAlerts.subscribe(to, ruleField, language, storedNetwork(c, context));
}

function requireMail({ settings }: AccountsContext): void {
  if (settings.smtpUrl === undefined) throw new Problem('no_mail', { note: settings.contact });
}
