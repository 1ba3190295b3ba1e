/** Runs before the first paint: language and theme of the page, as chosen before or as the browser says. */
import { applyTheme } from './theme.ts';
import { tellAges } from './ticking.ts';

const root = document.documentElement;
const stored = (name: string): string | null => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};
// The English address is English for everyone.
const asked = new URLSearchParams(location.search).get('lang') ?? stored('lang');
const isTurkish = asked === null ? navigator.languages.some((name) => name.startsWith('tr')) : asked === 'tr';
if (!('fixed' in root.dataset) && !isTurkish) {
  root.lang = 'en';
  document.title = document.querySelector('title')?.dataset['en'] ?? document.title;
}

// Before the first paint, as far as the page has arrived, and then as time passes.
document.addEventListener('readystatechange', tellAges, { once: true });
setInterval(tellAges, 30_000);
const theme = stored('theme');
if (theme === 'light' || theme === 'dark') applyTheme(theme);
