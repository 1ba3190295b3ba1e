/** What every page shares: the switches of language and theme. */
import { bothTimes } from '#core/date-words.ts';
import type { adviceMarkup } from './advice-part.ts';
import type { openDialog } from './notification-dialog.ts';
import * as clock from './clock.ts';
import { applyTheme, base, el, isTurkish, language, required } from './dom.ts';
import { withAge } from './freshness.ts';
import { startKeeping } from './kept.ts';
import { say, t } from './language.ts';
import type { Theme } from '../drawing/palette.ts';

/** @param value undefined forgets it */
export const remember = (name: string, value: string | undefined): void => {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // Without storage the choice holds for this page.
  }
};

/** What {@link remember} kept, on this or an earlier page. */
export const recalled = (name: string): string | null => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

export const currentTheme = (): Theme => {
  const chosen = document.documentElement.dataset['theme'];
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
};

/** @param changed called after every change of the theme, the system's included */
export function startFrame(changed: () => void = () => {}): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', changed);
  addEventListener('load', () => void startKeeping(), { once: true });
  addEventListener('beforeprint', tellPrinted);
  tellKept();
  offerNotifications();
  document.querySelector('#switch-theme')?.addEventListener('click', () => {
    const next = currentTheme() === 'dark' ? 'light' : 'dark';
    applyTheme(next);
    remember('theme', next);
    // Read by the account pages, which have no scripts, and sent to them alone.
    document.cookie = `theme=${next}; path=${base()}/account; max-age=31536000; samesite=lax`;
    changed();
  });
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.switch-language'))
    link.addEventListener('click', () => (link.href = inOther(link.href, location)));
}

/** What the reader is notified of, in the browser's storage. */
const ALERTS = 'alerts';

function offerNotifications(): void {
  const button = document.querySelector<HTMLElement>('#notifications');
  if (!button) return;
  button.classList.toggle('on', recalled(ALERTS) !== null);
  button.addEventListener('click', () => {
    const loaded = import(`${base()}/${button.dataset['script']}`) as Promise<{
      openDialog: typeof openDialog;
    }>;
    loaded.then(
      ({ openDialog }) => openDialog(button, { recalled, remember, key: ALERTS }),
      () => button.lastElementChild!.replaceWith(el('span', { role: 'alert' }, say('Yüklenemedi', 'Not loaded'))),
    );
  });
}

/** Its script, where it is wanted. */
export async function loadAdvice(): Promise<typeof adviceMarkup> {
  const loaded = import(`${base()}/${document.documentElement.dataset['advice']}`) as Promise<{
    adviceMarkup: typeof adviceMarkup;
  }>;
  return (await loaded).adviceMarkup;
}

/** First of all on a page that the service worker kept: how old it is. */
function tellKept(): void {
  const kept = Date.parse(document.documentElement.dataset['kept'] ?? '');
  if (!Number.isNaN(kept)) showAlarm(t('kept', withAge(kept, clock.now())));
}

/** Before what a page shows. @param text empty where there is nothing to say */
export function showAlarm(text: string): void {
  let line = document.querySelector<HTMLElement>('#alarm');
  if (!line) required('main').prepend((line = el('p', { id: 'alarm', role: 'alert' })));
  if (line.textContent !== text) line.textContent = text;
  line.hidden = text === '';
}

/** Paper says where and when it was printed: its ages count to that moment. */
function tellPrinted(): void {
  const footer = required('footer');
  footer.querySelector('.printed')?.remove();
  const time = bothTimes(clock.now(), 'minute', language());
  footer.prepend(el('p.printed', say(`Yazdırıldığı tarih: ${time}`, `Printed: ${time}`), el('br'), location.href));
}

/** The same page in the other language, with the rest of the address. @param link without one */
function inOther(link: string, { href }: Location): string {
  const { tr = '/', en = '/' } = document.documentElement.dataset;
  const [own, other] = isTurkish() ? [tr, en] : [en, tr];
  const address = new URL(href);
  if (!address.pathname.startsWith(`${base()}${own}`)) return link;
  address.pathname = `${base()}${other}${address.pathname.slice(base().length + own.length)}`;
  return address.href;
}
