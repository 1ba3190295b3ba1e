/** Password, sessions, and the end of the account. */
import { html } from 'hono/html';
import type { EpochMs } from '#core/time.ts';
import { shownTime } from './dashboard.ts';
import { newPasswordField } from './guest.ts';
import type { Html, View } from './layout.ts';
import { field, layout } from './layout.ts';

export interface ShownSession {
  id: string;
  userAgent: string;
  createdAt: EpochMs;
  current: boolean;
}

export function settingsPage(view: View, sessions: ShownSession[]): Html {
  const { texts, base } = view;
  return layout(view, texts.settings, [
    html`<p class="who">${view.email} · <a href="${base}/account/">${texts.toAccount}</a></p>`,
    html`<section class="narrow">
      <h2>${texts.changePassword}</h2>
      <form method="post" action="${base}/account/password">
        ${passwordField(texts.currentPassword)}${newPasswordField(view, texts.newPassword)}
        <button>${texts.changePassword}</button>
        <small>${texts.changeWhy}</small>
      </form>
    </section>`,
    sessionsSection(view, sessions),
    html`<section class="narrow">
      <h2>${texts.deleteTitle}</h2>
      <p>${texts.deleteWhy}</p>
      <form method="post" action="${base}/account/delete">
        ${passwordField(texts.currentPassword)}
        <button class="danger">${texts.deleteYes}</button>
      </form>
    </section>`,
  ]);
}

const passwordField = (label: string): Html =>
  field({ name: 'password', label, type: 'password', autocomplete: 'current-password', most: 1000 });

function sessionsSection({ texts, base }: View, sessions: ShownSession[]): Html {
  const items = sessions.map(
    ({ id, userAgent, createdAt, current }) =>
      html`<li>
        <p>
          ${userAgent === '' ? texts.unknownAgent : userAgent}${
            current ? html` <strong>(${texts.thisSession})</strong>` : ''
          }
        </p>
        <p class="small">${texts.since(shownTime(createdAt))}</p>
        ${
          current
            ? ''
            : html`<form method="post" action="${base}/account/sessions/${encodeURIComponent(id)}/end">
                <button class="quiet">${texts.end}</button>
              </form>`
        }
      </li>`,
  );
  return html`<section class="narrow">
    <h2>${texts.sessions}</h2>
    <ul class="keys">
      ${items}
    </ul>
    ${
      sessions.length > 1
        ? html`<form method="post" action="${base}/account/sessions/end-others">
            <button class="quiet">${texts.endOthers}</button>
          </form>`
        : ''
    }
  </section>`;
}
