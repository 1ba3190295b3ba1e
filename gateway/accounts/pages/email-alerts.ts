/** Pages of email alerts: to subscribe, to confirm, and to end. */
import { html } from 'hono/html';
import { type Point, RADII_KM } from '#core/geo.ts';
import { PROVINCES } from '#core/provinces.ts';
import { coordinateText, numberText } from '#core/text.ts';
import type { Language } from '../problems.ts';
import { field, form, paragraph, sectionPage } from './layout.ts';
import type { Html, View } from './view.ts';

const TEXTS = {
  en: {
    title: 'Earthquake alerts by email',
    intro:
      'We write to you when an agency has published an earthquake at a place that you choose. You need no account, and ' +
      'every email has a link that stops the alerts.',
    noWarning: 'This is not an early warning: an email comes minutes after the earthquake, at most three in an hour.',
    province: 'Province',
    everywhere: 'Türkiye and its surroundings',
    place: 'Place',
    radius: 'Distance',
    whole: 'Only the chosen place',
    aroundSeat: (km: number): string => `${km} km around its capital`,
    within: (km: number): string => `Within ${km} km`,
    magnitude: 'Magnitude from',
    night: 'At night (23:00–07:00 in Türkiye)',
    always: 'As in the daytime',
    quiet: 'Only magnitude 6 and above',
    subscribe: 'Subscribe',
    sentTitle: 'Check your email',
    sent: 'We have sent you a link. Alerts begin when you confirm there. If no email arrives, look in your spam folder.',
    confirmTitle: 'Confirm your earthquake alerts',
    confirm: 'Confirm',
    confirmed: 'Alerts are on. Each email has a link that stops them.',
    endTitle: 'Stop earthquake alerts',
    end: 'Stop them',
    ended: 'You will get no more alerts. We have deleted your address.',
    unknown: 'This link is incomplete, too old, or has already been used to stop the alerts.',
    of: (email: string): string => `For ${email}.`,
  },
  tr: {
    title: 'E-postayla deprem bildirimleri',
    intro:
      'Bir kurum, seçtiğiniz yerde bir deprem yayımladığında size e-posta göndeririz. Hesap gerekmez; her e-postada ' +
      'bildirimleri durdurma bağlantısı bulunur.',
    noWarning: 'Bu bir erken uyarı değildir: e-posta, depremden birkaç dakika sonra gelir; saatte en çok üç tane.',
    province: 'İl',
    everywhere: 'Türkiye ve çevresi',
    place: 'Yer',
    radius: 'Uzaklık',
    whole: 'Yalnızca seçilen yer',
    aroundSeat: (km: number): string => `İl merkezinin ${km} km çevresi`,
    within: (km: number): string => `${km} km içinde`,
    magnitude: 'En küçük büyüklük',
    night: 'Gece (23:00–07:00, Türkiye saati)',
    always: 'Gündüz gibi',
    quiet: 'Yalnızca 6 ve üzeri',
    subscribe: 'Kaydol',
    sentTitle: 'E-postanıza bakın',
    sent: 'Size bir bağlantı gönderdik. Bildirimler orada onayladığınızda başlar. E-posta gelmezse spam klasörünüze bakın.',
    confirmTitle: 'Deprem bildirimlerini onaylayın',
    confirm: 'Onayla',
    confirmed: 'Bildirimler açıldı. Her e-postada durdurma bağlantısı bulunur.',
    endTitle: 'Deprem bildirimlerini durdurun',
    end: 'Durdur',
    ended: 'Artık bildirim almayacaksınız. Adresinizi sildik.',
    unknown: 'Bu bağlantı eksik, eski ya da bildirimleri durdurmak için zaten kullanılmış.',
    of: (email: string): string => `Adres: ${email}`,
  },
} satisfies Record<Language, object>;

const MAGNITUDES = ['3', '3.5', '4', '4.5', '5', '6'];

const options = (choices: readonly (readonly [value: string, text: string])[], chosen = ''): Html[] =>
  choices.map(([value, text]) => html`<option value="${value}" ${value === chosen ? 'selected' : ''}>${text}</option>`);

/** A province, or a circle around its seat. */
function provinceFields({ language }: View): Html[] {
  const texts = TEXTS[language];
  const provinces = PROVINCES.toSorted((a, b) => a.name.localeCompare(b.name, 'tr'));
  const radii = RADII_KM.map((km) => [String(km), texts.aroundSeat(km)] as const);
  return [
    html`<label
      ><span>${texts.province}</span>
      <select name="province">
        ${options([['', texts.everywhere], ...provinces.map(({ code, name }) => [code, name] as const)])}
      </select></label
    >`,
    html`<label
      ><span>${texts.radius}</span>
      <select name="radius">
        ${options([['', texts.whole], ...radii])}
      </select></label
    >`,
  ];
}

/** A circle around the place that the link to the form names. */
function circleFields(place: Point, { language }: View): Html[] {
  const texts = TEXTS[language];
  const radii = RADII_KM.map((km) => [String(km), texts.within(km)] as const);
  return [
    html`<p>${texts.place}: ${coordinateText(place, language)}</p>
      <input type="hidden" name="latitude" value="${place.latitude}" />
      <input type="hidden" name="longitude" value="${place.longitude}" />`,
    html`<label
      ><span>${texts.radius}</span>
      <select name="max_radius_km">
        ${options(radii, '100')}
      </select></label
    >`,
  ];
}

/** @param place around which earthquakes are notified; without one the reader chooses a province */
export function subscribePage(view: View, place?: Point): Html {
  const texts = TEXTS[view.language];
  const fields = [
    field({ name: 'email', label: view.texts.email, type: 'email', autocomplete: 'email' }),
    ...(place ? circleFields(place, view) : provinceFields(view)),
    html`<label
      ><span>${texts.magnitude}</span>
      <select name="min_magnitude">
        ${options(
          MAGNITUDES.map((one) => [one, numberText(Number(one), view.language)]),
          '4',
        )}
      </select></label
    >`,
    html`<label
      ><span>${texts.night}</span>
      <select name="night">
        <option value="">${texts.always}</option>
        <option value="quiet">${texts.quiet}</option>
      </select></label
    >`,
  ];
  const body = [paragraph(texts.intro), form(view, 'email-alerts', texts.subscribe, { fields })];
  return sectionPage(view, texts.title, [...body, paragraph(texts.noWarning)]);
}

export const emailSentPage = (view: View): Html =>
  sectionPage(view, TEXTS[view.language].sentTitle, [paragraph(TEXTS[view.language].sent)]);

/** A click of the reader is awaited: mail programs open links by themselves. */
export function askingPage(
  view: View,
  what: 'confirm' | 'end',
  { email, token }: { email: string; token: string },
): Html {
  const texts = TEXTS[view.language];
  const fields = html`<input type="hidden" name="token" value="${token}" />`;
  return sectionPage(view, texts[`${what}Title`], [
    paragraph(texts.of(email)),
    form(view, `email-alerts/${what}`, texts[what], { fields }),
  ]);
}

export const donePage = (view: View, result: 'confirmed' | 'ended' | 'unknown'): Html =>
  sectionPage(view, TEXTS[view.language].title, [paragraph(TEXTS[view.language][result])]);
