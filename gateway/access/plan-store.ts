/** The plan of each account and when it ends. */
import type { EpochMs } from '#core/time.ts';
import type { AccountsDb } from '../store/database.ts';
import { durably } from '../store/database.ts';
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

export function createPlanStore(db: AccountsDb, now: () => EpochMs): PlanStore {
  const find = db.prepare<[string], Plan>('SELECT plan, until, source FROM plans WHERE account = ?');
  const put = db.prepare(
    `INSERT INTO plans (account, plan, until, source, granted_at) VALUES (:account, :plan, :until, :source, :now)
     ON CONFLICT (account) DO UPDATE SET plan = :plan, until = :until, source = :source, granted_at = :now`,
  );
  return {
    async planOf(account) {
      const plan = find.get(account);
      return plan && (plan.until === null || plan.until > now()) ? plan : DEFAULT;
    },

    async grant(account, plan, { until, source }) {
      durably(db, () => put.run({ account, plan, until: until ?? null, source, now: now() }));
    },
  };
}
