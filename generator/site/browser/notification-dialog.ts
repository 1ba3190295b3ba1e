/** The dialog of notifications: of which earthquakes this browser is notified. Loaded when it is wanted. */
import { type Point, RADII_KM } from '#core/geo.ts';
import { provinceOf } from '#core/provinces.ts';
import { subscribe, type Trouble, unsubscribe } from './subscription.ts';
import { choice, type Choice } from './choices.ts';
import { base, el, language } from './dom.ts';
import { translator } from './language.ts';
import { locate } from './locate.ts';
import { provinceChoices } from '../drawing/turkish.ts';
import { parseNear } from './near.ts';

const t = translator({
  title: ['Deprem bildirimleri', 'Earthquake notifications'],
  intro: [
    'Seçtiğiniz yerde deprem olduğunda bu cihaza bildirim gelir. Hesap gerekmez.',
    'This device is notified of earthquakes at a place that you choose. No account is needed.',
  ],
  noWarning: [
    'Bu bir erken uyarı değildir: bildirim, deprem bir kurumca yayımlandıktan sonra, birkaç dakika içinde gelir.',
    'This is not an early warning: a notification comes minutes later, once an agency has published the earthquake.',
  ],
  notInstalled: [
    'iPhone ve iPad’de bildirimler, site ana ekrana eklendikten sonra çalışır: Paylaş düğmesine, ardından “Ana Ekrana Ekle”ye dokunun. Siteyi ana ekrandan açıp zile yeniden dokunun.',
    'On iPhone and iPad, notifications work once this site is on the home screen: tap Share, then “Add to Home Screen”. Open the site from there and tap the bell again.',
  ],
  place: ['Yer', 'Place'],
  everywhere: ['Türkiye ve çevresi', 'Türkiye and its surroundings'],
  near: ['Konumumun çevresi', 'Near me'],
  nearTown: ['{0} çevresi', 'Around {0}'],
  radius: ['Uzaklık', 'Distance'],
  within: ['{0} km içinde', 'Within {0} km'],
  sent: [
    'Bu yerin koordinatları bildirim için sunucuya gönderilir.',
    'The coordinates of this place are sent to the server for this.',
  ],
  magnitude: ['Büyüklük', 'Magnitude'],
  from: ['{0} ve üzeri', '{0} and above'],
  quiet: [
    'Gece 23:00–07:00 arasında yalnızca 6 ve üzeri (Türkiye saati)',
    'At night, 23:00–07:00 in Türkiye, only 6 and above',
  ],
  byEmail: ['Bunun yerine e-posta alın', 'By email instead'],
  turnOn: ['Bildirimleri aç', 'Turn on notifications'],
  save: ['Değişiklikleri kaydet', 'Save changes'],
  turnOff: ['Bildirimleri kapat', 'Turn off notifications'],
  close: ['Vazgeç', 'Cancel'],
  done: ['Tamam', 'Done'],
  working: ['Lütfen bekleyin…', 'Please wait…'],
  isOn: ['Bildirimler açık.', 'Notifications are on.'],
  isOff: ['Bildirimler kapatıldı.', 'Notifications are off.'],
  noPlace: [
    'Konumunuz alınamadı. Konum izni verin ya da bir il seçin.',
    'Your location was not found. Allow it, or choose a province.',
  ],
  denied: [
    'Tarayıcınızda bu site için bildirimler engelli. Site ayarlarından izin verip yeniden deneyin.',
    'Your browser blocks notifications from this site. Allow them in its settings and try again.',
  ],
  off: ['Bildirimler şu anda kullanılamıyor.', 'Notifications are not available at the moment.'],
  busy: [
    'Şu anda çok fazla istek var. Bir süre sonra yeniden deneyin.',
    'There are too many requests at the moment. Try again later.',
  ],
  failed: [
    'Bildirimler açılamadı. Bağlantınızı denetleyip yeniden deneyin.',
    'Notifications could not be turned on. Check your connection and try again.',
  ],
});

const NEAR = 'near';
const USUAL_KM = '100';
const MAGNITUDES = ['3', '3.5', '4', '4.5', '5', '6'];
const NIGHT = { quiet_from: '23:00', quiet_to: '07:00' };

/** The browser's storage. */
interface Kept {
  /** Of what the reader chooses here. */
  key: string;
  recalled(name: string): string | null;
  remember(name: string, value: string | undefined): void;
}

interface Chosen {
  /** Plate code, {@link NEAR}, or '' for everywhere. */
  place: string;
  /** Km around the reader's place. */
  radius: string;
  magnitude: string;
  isQuiet: boolean;
}

/** As chosen before; at first the province of the page. */
function chosenBefore({ recalled, key }: Kept): Chosen {
  const province = provinceOf(location.pathname.split('/').at(-2) ?? '')?.code ?? '';
  const usual = { place: province, radius: USUAL_KM, magnitude: '4', isQuiet: false };
  try {
    return { ...usual, ...(JSON.parse(recalled(key) ?? '{}') as object) };
  } catch {
    return usual;
  }
}

const isOn = ({ recalled, key }: Kept): boolean => recalled(key) !== null && Notification.permission === 'granted';

/** The place that the reader chose for the list, or where the browser is. */
const pointOfReader = ({ recalled }: Kept): Promise<Point | undefined> => {
  const near = parseNear(recalled(NEAR));
  return near ? Promise.resolve(near) : new Promise((resolve) => locate(resolve, () => resolve(undefined)));
};

/** Browsers ask for permission soon after a click, so that is first. */
async function turnOn(
  { place, radius, magnitude, isQuiet }: Chosen,
  storage: Kept,
): Promise<Trouble | 'denied' | 'noPlace' | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const point = place === NEAR ? await pointOfReader(storage) : undefined;
  if (place === NEAR && !point) return 'noPlace';
  return subscribe({
    ...{ language: language(), min_magnitude: magnitude },
    ...(point && { latitude: point.latitude, longitude: point.longitude, max_radius_km: Number(radius) }),
    ...(place !== NEAR && { province: place }),
    ...(isQuiet && NIGHT),
  });
}

/** `Kadıköy (İstanbul) çevresi` where the reader chose a district for the list. */
function nearName({ recalled }: Kept): string {
  const { town } = parseNear(recalled(NEAR)) ?? {};
  return town ? t('nearTown', `${town.district} (${town.province})`) : t('near');
}

function formOf({ place, radius, magnitude, isQuiet }: Chosen, storage: Kept): HTMLElement[] {
  const places: Choice[] = [['', t('everywhere')], [NEAR, nearName(storage)], ...provinceChoices()];
  const radii = RADII_KM.map((km): Choice => [String(km), t('within', km)]);
  const sizes = MAGNITUDES.map((one): Choice => [one, t('from', Number(one))]);
  return [
    choice(['place', t('place')], places, place),
    el('div', { id: 'notification-radius' }, choice(['radius', t('radius')], radii, radius), el('p.hint', t('sent'))),
    choice(['magnitude', t('magnitude')], sizes, magnitude),
    el('label.check', el('input', { type: 'checkbox', name: 'quiet', checked: isQuiet }), el('span', t('quiet'))),
  ];
}

const button = (name: 'turnOn' | 'save' | 'turnOff' | 'close' | 'done', look: string, act: () => void): HTMLElement => {
  const made = el('button', { type: 'button', class: look }, t(name));
  made.onclick = act;
  return made;
};

/** The place that the reader chose for the list, to a kilometre; empty where there is none. */
function placeQuery({ recalled }: Kept): string {
  const near = parseNear(recalled(NEAR));
  return near ? `&latitude=${near.latitude.toFixed(2)}&longitude=${near.longitude.toFixed(2)}` : '';
}

export function openDialog(opener: HTMLElement, storage: Kept): void {
  const form = el('form', ...formOf(chosenBefore(storage), storage));
  const status = el('p', { role: 'status' });
  const buttons = el('div.buttons');
  const title = el('h2', { id: 'notification-title' }, t('title'));
  const dialog = el('dialog', { id: 'notification-dialog', 'aria-labelledby': 'notification-title' }, title);
  const link = el('a', t('byEmail'));
  const byEmail = el('p', link);
  const follow = (): void => {
    const isNear = new FormData(form).get('place') === NEAR;
    form.querySelector<HTMLElement>('#notification-radius')!.hidden = !isNear;
    link.href = `${base()}/account/email-alerts?lang=${language()}${isNear ? placeQuery(storage) : ''}`;
  };
  form.onchange = follow;
  follow();
  const draw = (isDone = false): void => {
    const isKnown = isOn(storage);
    opener.classList.toggle('on', isKnown);
    buttons.replaceChildren(
      button(isKnown ? 'save' : 'turnOn', isDone ? 'action quiet' : 'action', () => void act(on)),
      isKnown ? button('turnOff', 'action quiet', () => void act(off)) : '',
      button(isDone ? 'done' : 'close', isDone ? 'action' : 'quiet', () => dialog.close()),
    );
  };
  const on = async (): Promise<Parameters<typeof t>[0]> => {
    const fields = new FormData(form);
    const text = (name: string): string => fields.get(name) as string;
    const [place, radius, magnitude] = [text('place'), text('radius'), text('magnitude')];
    const chosen = { place, radius, magnitude, isQuiet: fields.has('quiet') };
    const trouble = await turnOn(chosen, storage);
    if (trouble) return trouble;
    storage.remember(storage.key, JSON.stringify(chosen));
    return 'isOn';
  };
  const off = async (): Promise<'isOff'> => {
    await unsubscribe();
    storage.remember(storage.key, undefined);
    return 'isOff';
  };
  const act = async (work: () => Promise<Parameters<typeof t>[0]>): Promise<void> => {
    status.textContent = t('working');
    for (const one of buttons.querySelectorAll('button')) one.disabled = true;
    const result = await work();
    status.textContent = t(result);
    draw(result === 'isOn' || result === 'isOff');
    buttons.querySelector('button:last-child')!.scrollIntoView({ block: 'nearest' });
  };
  form.onsubmit = (event) => event.preventDefault();
  const isInstalled = 'PushManager' in window;
  if (isInstalled) draw();
  else buttons.append(button('done', 'action', () => dialog.close()));
  const asked = isInstalled ? [form, status] : [el('p', t('notInstalled'))];
  dialog.append(el('p', t('intro')), ...asked, buttons, el('p.hint', t('noWarning')), byEmail);
  dialog.onclose = () => dialog.remove();
  document.body.append(dialog);
  dialog.showModal();
}
