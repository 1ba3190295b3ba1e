/** The reader chooses a place: where the browser is, or a district. Loaded when it is wanted. */
import { RADII_KM } from '#core/geo.ts';
import { ownValue } from '#core/own-value.ts';
import { choice, type Choice } from './choices.ts';
import { el } from './dom.ts';
import { translator } from './language.ts';
import { locate } from './locate.ts';
import type { Near } from './near.ts';

const t = translator({
  locate: ['Konumumu kullan', 'Use my location'],
  locating: ['Konumunuz aranıyor…', 'Looking for your location…'],
  found: ['Uzaklıklar artık konumunuza göre.', 'Distances are now from your location.'],
  province: ['İl', 'Province'],
  district: ['İlçe', 'District'],
  choose: ['Seçin', 'Choose'],
  radius: ['Uzaklık', 'Distance'],
  anyRadius: ['Tüm uzaklıklar', 'Any distance'],
  within: ['{0} km içinde', 'Within {0} km'],
  forget: ['Konumumu unut', 'Forget my place'],
  forgotten: ['Konumunuz bu tarayıcıdan silindi.', 'Your place has been deleted from this browser.'],
  keptHere: [
    'Konumunuz yalnızca bu tarayıcıda saklanır; bildirim istemedikçe hiçbir yere gönderilmez.',
    'Your place is kept only in this browser. It is not sent anywhere unless you ask for notifications.',
  ],
  estimate: [
    'Sarsıntı, ortalama zemin için tahmindir; zemine ve yapıya göre değişir.',
    'Shaking is estimated for average ground; the ground and the building make a difference.',
  ],
  denied: [
    'Konum izni verilmedi. Tarayıcınızın ayarlarından izin verin ya da ilçenizi seçin.',
    'Location permission was not given. Allow it in your browser’s settings, or choose your district.',
  ],
  unavailable: [
    'Konumunuz bulunamadı. Cihazınızda konum kapalı olabilir; ilçenizi seçebilirsiniz.',
    'Your location was not found. It may be switched off on your device; you can choose your district.',
  ],
  insecure: [
    'Tarayıcılar konumu yalnızca https ile başlayan adreslere verir. İlçenizi seçebilirsiniz.',
    'Browsers give the location only to addresses that begin with https. You can choose your district.',
  ],
});

export interface NearFormOptions {
  box: HTMLElement;
  near(): Near | undefined;
  /** By province; coordinates in thousandths of a degree. */
  districts: Readonly<Record<string, readonly [name: string, latitude: number, longitude: number][]>>;
  changed(near: Near | undefined): void;
}

const named = (names: readonly string[]): Choice[] => [
  ['', t('choose')],
  ...names.toSorted((a, b) => a.localeCompare(b, 'tr')).map((name): Choice => [name, name]),
];

const button = (name: 'locate' | 'forget', look: string, act: () => void): HTMLElement => {
  const made = el('button', { type: 'button', name, class: look }, t(name));
  made.onclick = act;
  return made;
};

class NearForm {
  readonly #options: NearFormOptions;
  readonly #controls = el('div.near-me');
  readonly #status = el('p.hint', { role: 'status' });
  #province: string;
  /** Number of the last choice; the answer to a former question is dropped. */
  #choices = 0;

  constructor(options: NearFormOptions) {
    this.#options = options;
    this.#province = options.near()?.town?.province ?? '';
    this.#controls.onchange = (event) => {
      // The form around it has filters.
      event.stopPropagation();
      const { name, value } = event.target as HTMLSelectElement;
      this.#choose(name, value);
    };
    this.#draw();
    options.box.replaceChildren(this.#controls, this.#status, el('p.hint', t('keptHere'), ' ', t('estimate')));
  }

  #tell(key: Parameters<typeof t>[0]): void {
    this.#status.textContent = t(key);
  }

  #take(near: Near | undefined): void {
    this.#choices += 1;
    this.#status.textContent = '';
    this.#options.changed(near);
    this.#draw();
  }

  #choose(name: string, value: string): void {
    const { near, districts } = this.#options;
    const { radius, ...place } = near() ?? {};
    if (name === 'province') {
      this.#province = value;
      this.#draw();
    } else if (name === 'radius') {
      this.#take({ ...(place as Near), ...(value && { radius: Number(value) }) });
    } else {
      const found = ownValue(districts, this.#province)?.find(([district]) => district === value);
      if (!found) return;
      const town = { district: value, province: this.#province };
      const point = { latitude: found[1] / 1000, longitude: found[2] / 1000 };
      this.#take({ ...point, town, ...(radius !== undefined && { radius }) });
    }
  }

  #locate(): void {
    const choice = (this.#choices += 1);
    this.#tell('locating');
    locate(
      (point) => {
        if (choice !== this.#choices) return;
        const { radius } = this.#options.near() ?? {};
        this.#province = '';
        this.#take({ ...point, ...(radius !== undefined && { radius }) });
        this.#tell('found');
      },
      (why) => choice === this.#choices && this.#tell(why),
    );
  }

  #forget(): void {
    this.#province = '';
    this.#take(undefined);
    this.#tell('forgotten');
    this.#controls.querySelector<HTMLElement>('[name=locate]')!.focus();
  }

  #draw(): void {
    const { near, districts } = this.#options;
    const { town, radius = '' } = near() ?? {};
    const province = this.#province;
    const focused = this.#controls.contains(document.activeElement) && document.activeElement!.getAttribute('name');
    const names = (ownValue(districts, province) ?? []).map(([name]) => name);
    const district = choice(
      ['district', t('district')],
      named(names),
      town?.province === province ? town.district : '',
    );
    district.querySelector('select')!.disabled = province === '';
    const radii: Choice[] = [['', t('anyRadius')], ...RADII_KM.map((km): Choice => [String(km), t('within', km)])];
    this.#controls.replaceChildren(
      button('locate', 'action', () => this.#locate()),
      el('div.pair', choice(['province', t('province')], named(Object.keys(districts)), province), district),
      near()
        ? el(
            'div.pair',
            choice(['radius', t('radius')], radii, String(radius)),
            button('forget', 'quiet', () => this.#forget()),
          )
        : '',
    );
    if (focused) this.#controls.querySelector<HTMLElement>(`[name=${focused}]`)?.focus();
  }
}

export const fillNear = (options: NearFormOptions): void => void new NearForm(options);
