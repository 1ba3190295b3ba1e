/** Dashboard: today, plan, keys, last 30 days; and the page of a new key. */
import { html } from 'hono/html';
import { DAY, type EpochMs, formatDay, HOUR, MINUTE } from '#core/time.ts';
import type { ListedKey } from '../../access/key-store.ts';
import type { Limits, PlanLimits } from '../../access/quota/limits.ts';
import type { Plan } from '../../access/plan-store.ts';
import { type Usage, USAGE_DAYS } from '../../access/usage.ts';
import { barChart, type DayCount } from './chart.ts';
import type { Html, View } from './view.ts';
import { field, form, formatTime, layout, link, secretPage } from './layout.ts';
import type { Texts } from './texts-en.ts';
import { type Webhooks, webhooksSection } from './webhooks.ts';

interface Dashboard {
  now: EpochMs;
  keys: ListedKey[];
  usage: Usage;
  plan: Plan;
  limits: PlanLimits;
  /** Who grants the pro plan. */
  payment: 'stripe' | 'operator';
  /** Whether the account has a subscription to manage. */
  subscribed: boolean;
  contact: string;
  webhooks: Webhooks;
}

/** Integers with the language's digit grouping. */
const numberFormatter =
  ({ language }: Pick<View, 'language'>) =>
  (value: number): string =>
    new Intl.NumberFormat(language).format(value);

export function dashboardPage(view: View, content: Dashboard): Html {
  const { texts } = view;
  const overview = html`<div class="pair">${todaySection(view, content)}${planSection(view, content)}</div>`;
  const keys = keysSection(view, content);
  return layout(view, texts.account, [
    html`<h1 class="unseen">${texts.account}</h1>
      <p class="who">${view.email} · ${link(view, 'settings', texts.settings)}</p>`,
    // Who has no key yet needs one first.
    ...(content.keys.length === 0 ? [keys, overview] : [overview, keys]),
    webhooksSection(view, content.webhooks),
    daysSection(view, content),
  ]);
}

function todaySection(view: View, { usage, now }: Dashboard): Html {
  const { texts } = view;
  const number = numberFormatter(view);
  const untilReset = Math.max(0, Date.parse(usage.resets_at) - now);
  const duration = texts.duration(Math.floor(untilReset / HOUR), Math.floor((untilReset % HOUR) / MINUTE));
  const limited = usage.limit !== null && usage.remaining !== null;
  return html`<section>
    <h2>${texts.today}</h2>
    ${
      limited
        ? html`<p class="big">${texts.remaining(number(usage.remaining ?? 0))}</p>
            <progress max="${usage.limit}" value="${usage.today}"></progress>
            <p>${texts.used(number(usage.today), number(usage.limit ?? 0))}</p>`
        : html`<p class="big">${texts.usedUnlimited(number(usage.today))}</p>`
    }
    <p class="small">${texts.resets(duration)}</p>
  </section>`;
}

function planSection(view: View, { plan, limits, payment, subscribed, contact }: Dashboard): Html {
  const { texts } = view;
  const own: Limits = limits[plan.plan];
  const number = numberFormatter(view);
  const manage = form(view, 'billing', texts.billing, { style: 'quiet' });
  return html`<section>
    <h2>${texts.plan}</h2>
    <p class="big">${texts[plan.plan]}</p>
    <p>
      ${plan.until === null ? '' : texts.until(formatTime(plan.until))}
      ${own.burst === null ? '' : texts.burst(number(own.burst))} ${texts.exportRows(number(own.exportRows))}
      ${plan.plan === 'pro' ? support(texts, contact) : ''}
    </p>
    ${plan.plan === 'free' ? upgrade(view, limits.pro, { payment, contact }) : ''}${subscribed ? manage : ''}
  </section>`;
}

const support = (texts: Texts, contact: string): Html | string =>
  contact === '' ? texts.support : texts.supportAt(contact);

function upgrade(view: View, pro: Limits, { payment, contact }: Pick<Dashboard, 'payment' | 'contact'>): Html {
  const { texts } = view;
  const number = numberFormatter(view);
  const offer = texts.upgradeOffer(pro.burst === null ? '∞' : number(pro.burst), number(pro.exportRows));
  const operator = html`<p class="small">
    ${texts.noPayment} ${contact === '' ? '' : texts.contactOperator(contact)}
  </p>`;
  return html`<p class="small">${offer}</p>
    ${payment === 'stripe' ? form(view, 'upgrade', texts.upgrade) : operator}`;
}

/** The last {@link USAGE_DAYS} days, oldest first, including days without requests. */
export function dailyCounts({ days }: Usage, now: EpochMs): DayCount[] {
  const counts = new Map<string, number>();
  for (const { date, count } of days) counts.set(date, (counts.get(date) ?? 0) + count);
  return Array.from({ length: USAGE_DAYS }, (_, index) => {
    const date = formatDay(now - (USAGE_DAYS - 1 - index) * DAY);
    return { date, count: counts.get(date) ?? 0 };
  });
}

/** Largest first. */
function sums(days: Usage['days'], by: 'endpoint' | 'key_id'): Map<string, number> {
  const totals = new Map<string, number>();
  for (const day of days) totals.set(day[by], (totals.get(day[by]) ?? 0) + day.count);
  return new Map([...totals].toSorted(([, a], [, b]) => b - a));
}

function daysSection(view: View, { usage, now }: Dashboard): Html {
  const { texts } = view;
  const number = numberFormatter(view);
  const total = usage.days.reduce((sum, { count }) => sum + count, 0);
  const rows = [...sums(usage.days, 'endpoint')].map(
    ([endpoint, count]) =>
      html`<tr>
        <th scope="row"><code>${endpoint}</code></th>
        <td>${number(count)}</td>
      </tr>`,
  );
  const label = texts.chartLabel(number(total));
  return html`<section>
    <h2>${texts.lastDays}</h2>
    ${
      total === 0
        ? html`<p>${texts.noUsage}</p>`
        : html`<p>${label}</p>
            ${barChart(dailyCounts(usage, now), label, number)}
            <table>
              <thead>
                <tr>
                  <th scope="col">${texts.endpoint}</th>
                  <th scope="col">${texts.requests}</th>
                </tr>
              </thead>
              <tbody>
                ${rows}
              </tbody>
            </table>`
    }
  </section>`;
}

function keysSection(view: View, { keys, usage }: Dashboard): Html {
  const { texts } = view;
  const used = sums(usage.days, 'key_id');
  return html`<section>
    <h2>${texts.keys}</h2>
    ${
      keys.length === 0
        ? html`<p>${texts.noKeys} ${texts.firstKey}</p>
            <pre><code>curl -H 'Authorization: Bearer …' '${view.baseUrl}/api.php?limit=5'</code></pre>`
        : html`<ul class="keys">
            ${keys.map((key) => keyItem(view, key, used.get(key.id) ?? 0))}
          </ul>`
    }
    ${form(view, 'keys', texts.createKey, {
      fields: keyNameField(texts.newKey, { hint: texts.keyNameHint }),
      layout: 'row',
    })}
  </section>`;
}

const keyNameField = (label: string, content: { value?: string; hint?: string }): Html =>
  field({ name: 'name', label, type: 'text', autocomplete: 'off', maxLength: 64, ...content });

function keyItem(view: View, key: ListedKey, used: number): Html {
  const { texts } = view;
  const path = `keys/${encodeURIComponent(key.id)}`;
  const facts: [name: string, value: string][] = [
    [texts.created, formatTime(key.createdAt)],
    [texts.lastUsed, key.lastUsedAt === null ? texts.never : formatTime(key.lastUsedAt)],
    [texts.inDays, numberFormatter(view)(used)],
  ];
  return html`<li>
    <p><strong>${key.name}</strong> <code>${key.prefix}…</code></p>
    <dl>
      ${facts.map(
        ([name, value]) =>
          html`<div>
            <dt>${name}</dt>
            <dd>${value}</dd>
          </div>`,
      )}
    </dl>
    ${key.expiresAt === null ? '' : html`<p class="small">${texts.rotatedUntil(formatTime(key.expiresAt))}</p>`}
    <details>
      <summary>${texts.manage}</summary>
      ${form(view, `${path}/rename`, texts.rename, {
        fields: keyNameField(texts.keyName, { value: key.name }),
        layout: 'row',
        style: 'quiet',
      })}
      ${
        key.expiresAt === null
          ? form(view, `${path}/rotate`, texts.rotate, { hint: texts.rotateHint, layout: 'one', style: 'quiet' })
          : ''
      }
      ${form(view, `${path}/revoke`, texts.revoke, { hint: texts.revokeHint, layout: 'one', style: 'danger' })}
    </details>
  </li>`;
}

export function newKeyPage(view: View, { name, key }: { name: string; key: string }, baseUrl: string): Html {
  const { texts } = view;
  const body = html`<p>${texts.keyShownOnce}</p>
    <p>${texts.keyExample}</p>
    <pre><code>curl -H 'Authorization: Bearer ${key}' '${baseUrl}/api.php?limit=5'</code></pre>
    <p class="links">${link(view, '', texts.toAccount)}</p>`;
  return secretPage(view, [texts.newKeyTitle, name], key, body);
}
