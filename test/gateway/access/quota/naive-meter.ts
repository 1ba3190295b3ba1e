import { DAY, MINUTE } from '#core/time.ts';
import type { QuotaLimits } from '../../../../gateway/access/quota/windows.ts';

/** The oracle: keeps every counted time and counts anew for each decision. */
export function naiveMeter() {
  const counted: { caller: string; at: number }[] = [];
  return (caller: string, at: number, { daily, burst }: QuotaLimits) => {
    const within = (span: number): number =>
      counted.filter((one) => one.caller === caller && Math.floor(one.at / span) === Math.floor(at / span)).length;
    const reached = within(DAY) >= daily! ? 'daily' : within(MINUTE) >= burst! ? 'burst' : undefined;
    if (reached === undefined) counted.push({ caller, at });
    return reached;
  };
}
