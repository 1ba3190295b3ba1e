/** Turkish names as they are spoken and sorted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PROVINCES } from '#core/provinces.ts';
import { inTurkishOrder, locative } from '../../generator/site/drawing/turkish.ts';

/** In order of plate codes, written by hand. */
const LOCATIVES =
  'Adana’da Adıyaman’da Afyonkarahisar’da Ağrı’da Amasya’da Ankara’da Antalya’da Artvin’de Aydın’da Balıkesir’de ' +
  'Bilecik’te Bingöl’de Bitlis’te Bolu’da Burdur’da Bursa’da Çanakkale’de Çankırı’da Çorum’da Denizli’de ' +
  'Diyarbakır’da Edirne’de Elazığ’da Erzincan’da Erzurum’da Eskişehir’de Gaziantep’te Giresun’da Gümüşhane’de ' +
  'Hakkari’de Hatay’da Isparta’da Mersin’de İstanbul’da İzmir’de Kars’ta Kastamonu’da Kayseri’de Kırklareli’de ' +
  'Kırşehir’de Kocaeli’de Konya’da Kütahya’da Malatya’da Manisa’da Kahramanmaraş’ta Mardin’de Muğla’da Muş’ta ' +
  'Nevşehir’de Niğde’de Ordu’da Rize’de Sakarya’da Samsun’da Siirt’te Sinop’ta Sivas’ta Tekirdağ’da Tokat’ta ' +
  'Trabzon’da Tunceli’de Şanlıurfa’da Uşak’ta Van’da Yozgat’ta Zonguldak’ta Aksaray’da Bayburt’ta Karaman’da ' +
  'Kırıkkale’de Batman’da Şırnak’ta Bartın’da Ardahan’da Iğdır’da Yalova’da Karabük’te Kilis’te Osmaniye’de Düzce’de';

test('every province has its locative', () => {
  assert.equal(PROVINCES.map(({ name }) => locative(name)).join(' '), LOCATIVES);
});

test('names are in the order of the Turkish alphabet', () => {
  const sorted = inTurkishOrder(PROVINCES, ({ name }) => name).map(({ name }) => name);
  assert.deepEqual(sorted.slice(0, 3), ['Adana', 'Adıyaman', 'Afyonkarahisar']);
  for (const pair of [
    'Bursa Çanakkale',
    'Çorum Denizli',
    'Hatay Iğdır',
    'Isparta İstanbul',
    'Kırşehir Kilis',
    'Sivas Şanlıurfa',
  ])
    assert.ok(sorted.join(' ').includes(pair), pair);
  assert.equal(new Set(sorted).size, 81);
});
