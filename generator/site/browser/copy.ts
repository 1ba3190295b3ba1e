/** Copies or shares by one press, and says so on the button. */
import { el } from './dom.ts';
import { translator } from './language.ts';

const t = translator({
  copied: ['Kopyalandı', 'Copied'],
  copyYourself: [
    'Otomatik kopyalanamadı. Metni buradan kopyalayın:',
    'It could not be copied automatically. Copy the text here:',
  ],
});

async function copy(button: HTMLElement, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Refused, or absent over plain http: a dialog with the text selected.
    prompt(t('copyYourself'), text);
    return;
  }
  if (button.dataset['label'] === undefined) button.dataset['label'] = button.textContent;
  button.textContent = t('copied');
  setTimeout(() => (button.textContent = button.dataset['label']!), 2000);
}

export function copyButton(label: string, text: () => string): HTMLElement {
  const button = el('button', { type: 'button', class: 'action quiet', 'aria-live': 'polite' }, label);
  button.addEventListener('click', () => void copy(button, text()));
  return button;
}

/** By the dialog of the system, where there is one. */
export async function shareOrCopy(button: HTMLElement, url: string): Promise<void> {
  if (!('share' in navigator)) return copy(button, url);
  try {
    await navigator.share({ title: document.title, url });
  } catch (error) {
    if ((error as Error).name !== 'AbortError') await copy(button, url);
  }
}
