/** Subscribers that get messages: switched on, and webhooks within their account's plan. */
import type { EpochMs } from '#core/time.ts';
import type { PlanLimits, PlanName } from '../access/quota/limits.ts';
import type { SqlDatabase } from '../store/sql-database.ts';
import { type Channel, channelRow, channelsWhere } from './channels.ts';
import { readRule, type Rule } from './rule.ts';

export interface ActiveSubscriber {
  id: string;
  /** As its channel names it. */
  host: string;
  language: 'tr' | 'en';
  rule: Rule;
}

interface Row {
  id: string;
  channel: Channel;
  account: string | null;
  url: string;
  language: 'tr' | 'en';
  rule: string;
  plan: PlanName | null;
}

/** The oldest of an account come first, as many as its plan has. */
const ACTIVE = `SELECT r.id, r.channel, r.account, r.url, r.language, r.rule, p.plan FROM alert_subscribers r
  LEFT JOIN plans p ON p.account = r.account AND (p.until IS NULL OR p.until > :now)
  WHERE r.off_at IS NULL AND r.channel IN ${channelsWhere(() => true)} ORDER BY r.account, r.created_at, r.id`;

export class ActiveSubscribers {
  readonly #database: SqlDatabase;
  readonly #limits: PlanLimits;
  /** By channel and text: most do not change between two publications. */
  #rules = new Map<string, Rule>();

  constructor(database: SqlDatabase, limits: PlanLimits) {
    this.#database = database;
    this.#limits = limits;
  }

  async active(now: EpochMs): Promise<Map<string, ActiveSubscriber>> {
    const { rows } = await this.#database.query<Row>(ACTIVE, { now });
    const former = this.#rules;
    this.#rules = new Map();
    const counts = new Map<string, number>();
    const active = new Map<string, ActiveSubscriber>();
    for (const { id, channel, account, url, language, rule: text, plan } of rows) {
      if (channelRow(channel).isOfAccount) {
        const count = (counts.get(account!) ?? 0) + 1;
        counts.set(account!, count);
        if (count > this.#limits[plan ?? 'free'].webhooks) continue;
      }
      const key = `${channel} ${text}`;
      const rule = this.#rules.getOrInsertComputed(key, () => former.get(key) ?? ruleOf(channel, text));
      active.set(id, { id, host: channelRow(channel).hostOf(url), language, rule });
    }
    return active;
  }
}

/** Messages for people leave out blasts unless the rule says otherwise; those for programs have them. */
const ruleOf = (channel: Channel, text: string): Rule => {
  const usual = channelRow(channel).isOfAccount ? {} : { blasts: 'exclude' };
  return readRule(new Map(Object.entries({ ...usual, ...(JSON.parse(text) as Record<string, string>) })));
};
