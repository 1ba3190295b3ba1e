/** What every page shares: the switches of language and theme. */
import type { Theme } from '../drawing/palette.ts';

const remember = (name: string, value: string): void => {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Without storage the choice holds for this page.
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
  document.querySelector('#switch-theme')?.addEventListener('click', () => {
    const next = currentTheme() === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = next;
    remember('theme', next);
    changed();
  });
  document.querySelector('#switch-language')?.addEventListener('click', () => {
    const next = document.documentElement.lang === 'tr' ? 'en' : 'tr';
    remember('lang', next);
    const address = new URL(location.href);
    address.searchParams.delete('lang');
    if (address.href === location.href) location.reload();
    else location.replace(address);
  });
}
