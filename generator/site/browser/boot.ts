/** Runs before the first paint: language and theme of the page, as chosen before or as the browser says. */
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
const theme = stored('theme');
if (theme === 'light' || theme === 'dark') root.dataset['theme'] = theme;
