/** How strongly an earthquake was felt at a place, in words. */
import type { Degree } from '#seismology/shaking.ts';
import type { Strength } from '#seismology/strength.ts';

type Words = readonly [tr: string, en: string];

/** GeoNet's for MMI (https://www.geonet.org.nz/earthquake/intensity): severe from VII on. */
export const DEGREE_WORDS = {
  III: ['çok hafif', 'weak'],
  IV: ['hafif', 'light'],
  V: ['orta', 'moderate'],
  VI: ['kuvvetli', 'strong'],
  VII: ['şiddetli', 'severe'],
  VIII: ['şiddetli', 'severe'],
} as const satisfies Record<Degree, Words>;

const FELT_WORDS: Record<Exclude<Strength, Degree>, Words> = {
  great: ['hissedildi; şiddeti için sayfasına bakın', 'felt; see its page for how strongly'],
  felt: ['büyük olasılıkla hissedildi', 'probably felt'],
  maybe: ['hissedilmiş olabilir', 'may have been felt'],
  unfelt: ['büyük olasılıkla hissedilmedi', 'probably not felt'],
};

const isDegree = (strength: Strength): strength is Degree => strength in DEGREE_WORDS;

/** `kuvvetli sarsıntı (tahmin)`, `büyük olasılıkla hissedilmedi`. */
export function strengthWords<Text>(strength: Strength, say: (tr: string, en: string) => Text): Text {
  const [tr, en] = isDegree(strength) ? DEGREE_WORDS[strength] : FELT_WORDS[strength];
  return isDegree(strength) ? say(`${tr} sarsıntı (tahmin)`, `${en} shaking (estimate)`) : say(tr, en);
}
