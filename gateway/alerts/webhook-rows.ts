/** Webhooks that are told something: switched on, and within their account's plan. */
import type { EpochMs } from '#core/time.ts';
import type { PlanLimits, PlanName } from '../access/quota/limits.ts';
import type { SqlDatabase } from '../store/sql-database.ts';
import { readRule, type Rule } from './rule.ts';

export interface ActiveWebhook {
  id: string;
  /** Of its URL, with the port. */
  host: string;
  language: 'tr' | 'en';
  rule: Rule;
}

interface Row {
  id: string;
  account: string;
  url: string;
  language: 'tr' | 'en';
  rule: string;
  plan: PlanName | null;
}

/** The oldest of an account come first, as many as its plan has. */
const ACTIVE = `SELECT w.id, w.account, w.url, w.language, w.rule, p.plan FROM webhooks w
  LEFT JOIN plans p ON p.account = w.account AND (p.until IS NULL OR p.until > :now)
  WHERE w.off_at IS NULL ORDER BY w.account, w.created_at, w.id`;

export class WebhookRules {
  readonly #database: SqlDatabase;
  readonly #limits: PlanLimits;
  /** By its text: most do not change between two publications. */
  #rules = new Map<string, Rule>();

  constructor(database: SqlDatabase, limits: PlanLimits) {
    this.#database = database;
    this.#limits = limits;
  }

  async active(now: EpochMs): Promise<Map<string, ActiveWebhook>> {
    const { rows } = await this.#database.query<Row>(ACTIVE, { now });
    const former = this.#rules;
    this.#rules = new Map();
    const counts = new Map<string, number>();
    const active = new Map<string, ActiveWebhook>();
    for (const { id, account, url, language, rule: text, plan } of rows) {
      const count = (counts.get(account) ?? 0) + 1;
      counts.set(account, count);
      if (count > this.#limits[plan ?? 'free'].webhooks) continue;
      const rule = this.#rules.getOrInsertComputed(text, () => former.get(text) ?? ruleOf(text));
      active.set(id, { id, host: new URL(url).host, language, rule });
    }
    return active;
  }
}

const ruleOf = (text: string): Rule => readRule(new Map(Object.entries(JSON.parse(text) as Record<string, string>)));
