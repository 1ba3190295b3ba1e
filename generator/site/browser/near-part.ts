/** The folded part of the filters in which the reader chooses a place; its form is loaded when it is unfolded. */
import { base, el } from './dom.ts';
import { t } from './language.ts';
import { parseNear, type Near } from './near.ts';
import type { fillNear, NearFormOptions } from './near-form.ts';
import { recalled, remember } from './page-frame.ts';
import { stored } from './requests.ts';

const KEY = 'near';

export const recalledNear = (): Near | undefined => parseNear(recalled(KEY));
export const rememberNear = (near: Near | undefined): void => remember(KEY, near && JSON.stringify(near));

/** `Kadıköy (İstanbul)`. */
export const nameOf = ({ town }: Near): string => (town ? `${town.district} (${town.province})` : t('myPlace'));

/** @param form names the files that are loaded */
export function nearPart(form: HTMLFormElement, options: Pick<NearFormOptions, 'near' | 'changed'>): HTMLElement {
  const box = el('div');
  const part = el('details.wide', { id: 'near' }, el('summary', t('nearMe')), box);
  let isFilled = false;
  const fill = async (): Promise<void> => {
    const { near = '', districts = '' } = form.dataset;
    box.textContent = t('loading');
    try {
      const [script, places] = await Promise.all([
        import(`${base()}/${near}`) as Promise<{ fillNear: typeof fillNear }>,
        stored<NearFormOptions['districts']>(districts),
      ]);
      script.fillNear({ ...options, box, districts: places });
      isFilled = true;
    } catch {
      box.replaceChildren(el('p.hint', { role: 'alert' }, t('notLoaded')));
    }
  };
  part.ontoggle = () => void (part.open && !isFilled && fill());
  return part;
}
