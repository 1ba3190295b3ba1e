/** The plan of each account and when it ends. */
import type { EpochMs } from '#core/time.ts';
import { query, type SqlDatabase } from '../store/sql-database.ts';
import type { PlanName } from './quota/limits.ts';

export interface Plan {
  plan: PlanName;
  /** Exclusive; null for no end. */
  until: EpochMs | null;
  /** Who granted it; `default` for no grant. */
  source: string;
}

interface Grant {
  /** Exclusive; absent for no end. */
  until?: EpochMs;
  source: string;
}

export interface PlanStore {
  /** The current plan. */
  planOf(account: string): Promise<Plan>;
  grant(account: string, plan: PlanName, grant: Grant): Promise<void>;
}

const DEFAULT: Plan = { plan: 'free', until: null, source: 'default' };

const FIND = 'SELECT plan, until, source FROM plans WHERE account = :account';
const PUT = `INSERT INTO plans (account, plan, until, source, granted_at)
             VALUES (:account, :plan, :until, :source, :now)
             ON CONFLICT (account) DO UPDATE SET plan = excluded.plan, until = excluded.until,
               source = excluded.source, granted_at = excluded.granted_at`;

export function createPlanStore(database: SqlDatabase, now: () => EpochMs): PlanStore {
  return {
    async planOf(account) {
      const [plan] = (await database.query<Plan>(FIND, { account })).rows;
      return plan && (plan.until === null || plan.until > now()) ? plan : DEFAULT;
    },

    async grant(account, plan, { until, source }) {
      await database.transaction(() => query(PUT, { account, plan, until: until ?? null, source, now: now() }));
    },
  };
}
