/** Runs before the first paint: the theme as chosen before, the other language as an offer, and ages, which grow. */
import * as clock from './clock.ts';
import { CORRECTION } from './clock.ts';
import { applyTheme, base, language } from './dom.ts';
import { citedOn, dayOfAccess } from '#core/citations.ts';
import { listWords, precisionOf } from '#core/date-words.ts';
import { languageOfPath } from '#core/page-language.ts';

const root = document.documentElement;
const stored = (name: string): string | null => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};
// In place of a page that is not there: in the language of the address.
if ('both' in root.dataset && languageOfPath(location.pathname.slice(base().length + 1)) === 'en') {
  root.lang = 'en';
  document.title = document.querySelector('title')?.dataset['en'] ?? document.title;
}
// A mark alone, by which the link stands out: an address is in its language for everyone.
const spoken = navigator.languages.find((name) => /^(?:tr|en)/.test(name)) ?? 'en';
if (!spoken.startsWith(root.lang)) root.dataset['offer'] = '';

// Of https and localhost alone. On iOS only of the installed site; in its browsers, which alone have the flag, a hint.
const isPossible = 'PushManager' in window && 'serviceWorker' in navigator;
if (isPossible || (navigator as { standalone?: boolean }).standalone === false) root.dataset['push'] = '';

// Before each paint of what has arrived, since a row with its age may take one more line; then as time passes.
const arrivals = new MutationObserver(tellAges);
arrivals.observe(root, { childList: true, subtree: true });
const arrived = (): void => {
  arrivals.disconnect();
  tellAges();
};
document.addEventListener('readystatechange', arrived, { once: true });
setInterval(tellAges, 30_000);
new MutationObserver(tellAges).observe(root, { attributeFilter: [`data-${CORRECTION}`] });

// Copied by one press; where that is not possible, the link leads to it.
addEventListener('click', (event) => {
  const link = (event.target as Element).closest<HTMLAnchorElement>('[data-cite]');
  if (!link || !('clipboard' in navigator)) return;
  event.preventDefault();
  const day = dayOfAccess(clock.now(), language());
  const cited = `${link.dataset['cite']} “${document.title}”, ${location.href}`;
  navigator.clipboard.writeText(citedOn(cited, day, { language: language() })).then(
    () => (link.textContent = language() === 'tr' ? 'Kopyalandı' : 'Copied'),
    () => (location.href = link.href),
  );
});
const theme = stored('theme');
if (theme === 'light' || theme === 'dark') applyTheme(theme);

function tellAges(): void {
  for (const one of document.querySelectorAll<HTMLTimeElement>('time[data-precision]')) {
    const words = listWords(Date.parse(one.dateTime), precisionOf(one.dataset['precision']), language(), clock.now());
    if (one.textContent !== words) one.textContent = words;
  }
}
