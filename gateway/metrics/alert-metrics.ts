/** The metrics of a gateway's alerts. */
import { Counter, Gauge, Registry } from 'prom-client';
import type { AlertCounts } from '../alerts/alerts.ts';

export function alertMetrics(read: () => Promise<AlertCounts>): Registry {
  const registry = new Registry();
  const registers = [registry];
  // All are asked for at the same time, and answered by one message.
  let reading: Promise<AlertCounts | undefined> | undefined;
  const counts = (): Promise<AlertCounts | undefined> =>
    (reading ??= read()
      .catch(() => undefined)
      .finally(() => (reading = undefined)));
  new Gauge({
    ...{ name: 'hiposantr_alerts_queued', help: 'Messages that wait, of all gateways.', registers },
    async collect() {
      const found = await counts();
      this.remove();
      if (found) this.set(found.queued);
    },
  });
  new Counter({
    ...{ name: 'hiposantr_alert_attempts_total', help: 'Attempts to deliver a message.', registers },
    labelNames: ['outcome'],
    async collect() {
      const found = await counts();
      this.reset();
      for (const [outcome, count] of Object.entries(found?.attempts ?? {})) this.inc({ outcome }, count);
    },
  });
  new Counter({
    ...{ name: 'hiposantr_alert_unreadable_changes_total', help: 'Changes that were passed over.', registers },
    async collect() {
      const found = await counts();
      this.reset();
      if (found) this.inc(found.passedOver);
    },
  });
  new Counter({
    name: 'hiposantr_alert_over_budget_total',
    help: 'Earthquakes of one agency alone beyond its budget of urgent messages.',
    registers,
    async collect() {
      const found = await counts();
      this.reset();
      if (found) this.inc(found.overBudget);
    },
  });
  return registry;
}
