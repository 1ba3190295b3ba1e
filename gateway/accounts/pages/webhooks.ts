/** Webhooks on the account page, and the pages of a secret and of the last messages. */
import { html } from 'hono/html';
import { PROVINCES, provinceOf } from '#core/provinces.ts';
import { FORMATS, type WebhookFormat } from '../../alerts/formats.ts';
import type { Delivery, Webhook } from '../../alerts/webhook-store.ts';
import { form, formatTime, layout, link, secretPage } from './layout.ts';
import type { Html, View } from './view.ts';
import { WEBHOOK_TEXTS } from './webhook-texts.ts';

export interface Webhooks {
  list: Webhook[];
  /** How many the plan has. */
  allowed: number;
}

const pathOf = (id: string): string => `webhooks/${encodeURIComponent(id)}`;

export function webhooksSection(view: View, { list, allowed }: Webhooks): Html {
  const texts = WEBHOOK_TEXTS[view.language];
  return html`<section id="webhooks">
    <h2>${texts.title}</h2>
    <p>${texts.intro} ${list.length === 0 ? texts.none : texts.count(list.length, allowed)}</p>
    ${
      list.length === 0
        ? ''
        : html`<ul class="keys">
            ${list.map((webhook, index) => webhookItem(view, webhook, index < allowed))}
          </ul>`
    }
    ${
      list.length >= allowed
        ? ''
        : html`<details>
            <summary>${texts.add}</summary>
            ${form(view, 'webhooks', texts.add, { fields: newFields(view) })}
          </details>`
    }
  </section>`;
}

function webhookItem(view: View, webhook: Webhook, isInPlan: boolean): Html {
  const texts = WEBHOOK_TEXTS[view.language];
  const path = pathOf(webhook.id);
  const { failingSince, offAt, offReason } = webhook;
  const state = offAt === null ? (isInPlan ? texts.on : texts.beyond) : texts[offReason ?? 'off'];
  return html`<li>
    <p><strong>${new URL(webhook.url).host}</strong> · ${texts.formats[webhook.format]}</p>
    <p>${ruleText(view, webhook)}</p>
    <p class="small">${state} ${failingSince === null ? '' : texts.failingSince(formatTime(failingSince))}</p>
    <p class="links">${link(view, `${path}/deliveries`, texts.deliveries)}</p>
    ${form(view, `${path}/test`, texts.test, { layout: 'one', style: 'quiet' })}
    ${offAt === null ? '' : form(view, `${path}/on`, texts.switchOn, { layout: 'one', style: 'quiet' })}
    <details>
      <summary>${texts.manage}</summary>
      ${form(view, `${path}/rotate`, texts.rotate, { hint: texts.rotateHint, layout: 'one', style: 'quiet' })}
      ${form(view, `${path}/remove`, texts.remove, { hint: texts.removeHint, layout: 'one', style: 'danger' })}
    </details>
  </li>`;
}

function ruleText({ language }: View, { rule }: Webhook): string {
  const texts = WEBHOOK_TEXTS[language];
  const { province, min_magnitude: magnitude, latitude, min_latitude: south, min_longitude: west } = rule;
  const names = province?.split(',').map((name) => provinceOf(name)?.name ?? name);
  const isArea = latitude ?? south ?? west ?? rule['max_latitude'] ?? rule['max_longitude'];
  const place = names?.join(', ') ?? (isArea === undefined ? texts.everywhere : texts.area);
  return texts.rule(place, magnitude === undefined ? texts.all : texts.from(magnitude));
}

function newFields({ language }: View): Html[] {
  const texts = WEBHOOK_TEXTS[language];
  const option = (value: string, name: string): Html => html`<option value="${value}">${name}</option>`;
  const labelled = (name: string, control: Html): Html => html`<label><span>${name}</span> ${control}</label>`;
  const formats = (Object.keys(FORMATS) as WebhookFormat[]).map((name) => option(name, texts.formats[name]));
  const provinces = PROVINCES.toSorted((a, b) => a.name.localeCompare(b.name, 'tr'));
  return [
    html`<label
      ><span>${texts.url}</span> <input name="url" type="url" autocomplete="off" maxlength="1000" required /><small
        >${texts.urlHint}</small
      ></label
    >`,
    labelled(
      texts.format,
      html`<select name="format">
        ${formats}
      </select>`,
    ),
    labelled(
      texts.province,
      html`<select name="province">
        ${option('', texts.everywhere)}${provinces.map(({ code, name }) => option(code, name))}
      </select>`,
    ),
    labelled(
      texts.magnitude,
      html`<input name="min_magnitude" type="number" min="0" max="9" step="0.1" value="4" inputmode="decimal" />`,
    ),
    labelled(texts.quietFrom, html`<input name="quiet_from" type="time" />`),
    html`<label
      ><span>${texts.quietTo}</span> <input name="quiet_to" type="time" /><small>${texts.quietHint}</small></label
    >`,
  ];
}

export function newSecretPage(view: View, { url, secret }: Webhook & { secret: string }): Html {
  const texts = WEBHOOK_TEXTS[view.language];
  const body = html`<p>${texts.secretOnce}</p>
    <p class="links">${link(view, '#webhooks', view.texts.toAccount)}</p>`;
  return secretPage(view, [texts.secretTitle, new URL(url).host], secret, body);
}

export function deliveriesPage(view: View, deliveries: readonly Delivery[]): Html {
  const texts = WEBHOOK_TEXTS[view.language];
  const rows = deliveries.map(
    ({ kind, createdAt, outcome, status, error, attempts }) =>
      html`<tr>
        <th scope="row">${texts.kinds[kind]}</th>
        <td>${formatTime(createdAt)}</td>
        <td>${texts.states[outcome ?? 'queued']} ${attempts > 1 ? `(${attempts})` : ''} ${error ?? status ?? ''}</td>
      </tr>`,
  );
  return layout(
    view,
    texts.deliveries,
    html`<section>
      <h1>${texts.deliveries}</h1>
      ${
        rows.length === 0
          ? html`<p>${texts.noDeliveries}</p>`
          : html`<table>
              <thead>
                <tr>
                  <th scope="col">${texts.message}</th>
                  <th scope="col">${texts.time}</th>
                  <th scope="col">${texts.state}</th>
                </tr>
              </thead>
              <tbody>
                ${rows}
              </tbody>
            </table>`
      }
      <p class="links">
        ${link(view, view.path.replace('/account/', ''), texts.reload)} ${link(view, '#webhooks', view.texts.toAccount)}
      </p>
    </section>`,
  );
}
