/** Bounds of the region and ends of the section in forms, for those who do not draw on the map. */
import { el, required } from '../dom.ts';
import { boxOf, sectionOf, WIDTHS, type AtlasState } from './state.ts';
import { say } from './words.ts';

export function fillPlaceForms(state: AtlasState, changed: (change: Partial<AtlasState>) => void): void {
  fillRegionForm({ form: required<HTMLFormElement>('#region-form'), state, changed });
  fillSectionForm({ form: required<HTMLFormElement>('#section-form'), state, changed });
}

interface PlaceFormOptions {
  form: HTMLFormElement;
  state: AtlasState;
  changed(change: Partial<AtlasState>): void;
}

const degrees = (name: string, label: string, value: number | undefined, most: number): HTMLElement => {
  const input = el('input', { type: 'number', name, step: 'any', min: -most, max: most, required: true });
  if (value !== undefined) input.value = String(Number(value.toFixed(3)));
  return el('label', el('span', label), input);
};

const numberOf = (form: HTMLFormElement, name: string): number =>
  (form.elements.namedItem(name) as HTMLInputElement).valueAsNumber;

/** Apply, and remove where there is something to remove. */
function buttons(form: HTMLFormElement, isThere: boolean, removed: () => void): HTMLElement {
  form.onreset = (event) => {
    event.preventDefault();
    removed();
  };
  return el(
    'div.acts',
    el('button', { type: 'submit', class: 'action quiet' }, say('apply')),
    isThere && el('button', { type: 'reset', class: 'quiet' }, say('remove')),
  );
}

/** Bounds of the region by keyboard. */
function fillRegionForm({ form, state: { box }, changed }: PlaceFormOptions): void {
  form.replaceChildren(
    el('p.hint', say('regionHint')),
    degrees('west', say('west'), box?.west, 180),
    degrees('east', say('east'), box?.east, 180),
    degrees('south', say('south'), box?.south, 85),
    degrees('north', say('north'), box?.north, 85),
    buttons(form, box !== undefined, () => changed({ box: undefined })),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    const at = (name: string): number => numberOf(form, name);
    const chosen = boxOf(
      { longitude: at('west'), latitude: at('south') },
      { longitude: at('east'), latitude: at('north') },
    );
    if (chosen) changed({ box: chosen });
  };
}

/** Ends and width of the section by keyboard. */
function fillSectionForm({ form, state: { section }, changed }: PlaceFormOptions): void {
  const width = el('input', { type: 'number', name: 'width', min: WIDTHS.least, max: WIDTHS.most, required: true });
  width.value = String(section?.halfWidthKm ?? WIDTHS.usual);
  form.replaceChildren(
    el('p.hint', say('sectionHint')),
    degrees('ay', say('latitudeOf', 'A'), section?.a.latitude, 85),
    degrees('ax', say('longitudeOf', 'A'), section?.a.longitude, 180),
    degrees('by', say('latitudeOf', 'B'), section?.b.latitude, 85),
    degrees('bx', say('longitudeOf', 'B'), section?.b.longitude, 180),
    el('label', el('span', say('halfWidth')), width),
    buttons(form, section !== undefined, () => changed({ section: undefined })),
  );
  form.onsubmit = (event) => {
    event.preventDefault();
    const at = (name: string): number => numberOf(form, name);
    const chosen = sectionOf(
      { latitude: at('ay'), longitude: at('ax') },
      { latitude: at('by'), longitude: at('bx') },
      at('width'),
    );
    if (chosen) changed({ section: chosen });
  };
}
