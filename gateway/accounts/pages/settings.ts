/** Settings page: sessions, data, deletion. */
import { html } from 'hono/html';
import type { EpochMs } from '#core/time.ts';
import type { Html, View } from './view.ts';
import { field, form, formatTime, layout, link } from './layout.ts';

interface SessionView {
  id: string;
  userAgent: string;
  createdAt: EpochMs;
  current: boolean;
}

export function settingsPage(view: View, sessions: SessionView[]): Html {
  const { texts } = view;
  return layout(view, texts.settings, [
    html`<h1 class="unseen">${texts.settings}</h1>
      <p class="who narrow">${view.email} · ${link(view, '', texts.toAccount)}</p>`,
    sessionsSection(view, sessions),
    html`<section class="narrow">
      <h2>${texts.exportTitle}</h2>
      <p>${texts.exportHint}</p>
      <p>${link(view, 'export', texts.exportLink)}</p>
    </section>`,
    html`<section class="narrow">
      <h2>${texts.deleteTitle}</h2>
      <p>${texts.deleteWarning}</p>
      ${form(view, 'delete', texts.deleteConfirm, { fields: addressField(view), style: 'danger' })}
    </section>`,
  ]);
}

/** The address once more: nobody deletes an account by mistake. */
const addressField = ({ texts }: View): Html =>
  field({ name: 'email', label: texts.yourAddress, type: 'email', autocomplete: 'off' });

const BROWSERS: [pattern: RegExp, name: string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const SYSTEMS: [pattern: RegExp, name: string][] = [
  [/Android/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
];

/** Browser and operating system; any other program by its User-Agent. */
function agentName(userAgent: string): string {
  const match = (names: typeof BROWSERS): string => names.find(([pattern]) => pattern.test(userAgent))?.[1] ?? '';
  const [browser, system] = [match(BROWSERS), match(SYSTEMS)];
  return browser === '' ? userAgent.slice(0, 60) : [browser, system].filter(Boolean).join(', ');
}

function sessionsSection(view: View, sessions: SessionView[]): Html {
  const { texts } = view;
  const items = sessions.map(
    ({ id, userAgent, createdAt, current }) =>
      html`<li>
        <p>
          ${agentName(userAgent) || texts.unknownAgent}${current ? html` <strong>(${texts.thisSession})</strong>` : ''}
        </p>
        <p class="small">${texts.since(formatTime(createdAt))}</p>
        ${current ? '' : form(view, `sessions/${encodeURIComponent(id)}/end`, texts.endSession, { style: 'quiet' })}
      </li>`,
  );
  return html`<section class="narrow">
    <h2>${texts.sessions}</h2>
    <ul class="keys">
      ${items}
    </ul>
    ${sessions.length > 1 ? form(view, 'sessions/end-others', texts.endOthers, { style: 'quiet' }) : ''}
  </section>`;
}
