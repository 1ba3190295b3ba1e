/** Limits of each plan. */
import { SettingError } from '#runtime/environment.ts';
import { shown } from '#core/text.ts';

export const PLANS = ['free', 'pro'] as const;
export type PlanName = (typeof PLANS)[number];

export interface Limits {
  /** Counted responses per UTC day; null for no limit. */
  daily: number | null;
  /** Counted responses per UTC minute; null for no limit. */
  burst: number | null;
  /** Maximum rows of an export. */
  exportRows: number;
  /** Webhooks of an account. */
  webhooks: number;
}

export interface PlanLimits extends Readonly<Record<PlanName, Limits>> {
  /** Uncounted responses (304, files, server errors, …) of a caller per UTC minute; null for no limit. */
  uncountedBurst: number | null;
}

export const PLAN_LIMITS: PlanLimits = {
  free: { daily: 100, burst: 60, exportRows: 50, webhooks: 1 },
  pro: { daily: null, burst: 600, exportRows: 100_000, webhooks: 20 },
  uncountedBurst: 600,
};

const LIMIT_NAMES = { daily: 'daily', burst: 'burst', export_rows: 'exportRows', webhooks: 'webhooks' } as const;

const RULE =
  'a comma-separated list such as free.daily=200,free.burst=none,pro.export_rows=5000: daily, burst, export_rows or ' +
  'webhooks of free or pro, or uncounted.burst, each with a whole number from 1 to 1000000000 or (except export_rows ' +
  'and webhooks) none';

const ENTRY = /^(?:(free|pro)\.(daily|burst|export_rows|webhooks)|(uncounted)\.burst)=(none|\d{1,10})$/;

/** @param text the setting `PLAN_LIMITS`. @throws SettingError */
export function readPlanLimits(text: string): PlanLimits {
  const limits = {
    free: { ...PLAN_LIMITS.free },
    pro: { ...PLAN_LIMITS.pro },
    uncountedBurst: PLAN_LIMITS.uncountedBurst,
  };
  for (const entry of text.split(',').map((item) => item.trim())) {
    if (entry === '') continue;
    const [, plan, name, uncounted, value] = ENTRY.exec(entry) ?? [];
    const number = value === 'none' ? null : Number(value);
    const valid = number === null ? name !== 'export_rows' && name !== 'webhooks' : number >= 1 && number <= 1e9;
    if (!valid) throw new SettingError(`PLAN_LIMITS has "${shown(entry)}"; it must be ${RULE}`);
    if (uncounted) limits.uncountedBurst = number;
    else Object.assign(limits[plan as PlanName], { [LIMIT_NAMES[name as keyof typeof LIMIT_NAMES]]: number });
  }
  return limits;
}
