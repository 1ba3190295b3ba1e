import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { distanceKm } from '#core/geo.ts';
import { PROVINCES, provinceOf } from '#core/provinces.ts';

test('the provinces are those of the district seats, with the codes 01 to 81', () => {
  const places = parse(readFileSync('data/places.csv'), { columns: true }) as Record<string, string>[];
  const seats = places.filter(({ kind }) => kind === 'seat');
  assert.deepEqual(new Set(PROVINCES.map(({ name }) => name)), new Set(seats.map(({ province }) => province)));
  assert.deepEqual(
    PROVINCES.map(({ code }) => Number(code)),
    Array.from({ length: 81 }, (_, index) => index + 1),
  );
  for (const province of PROVINCES) {
    const own = seats.filter((seat) => seat['province'] === province.name);
    const km = own.map((seat) =>
      distanceKm(province, { latitude: Number(seat['latitude']), longitude: Number(seat['longitude']) }),
    );
    assert.ok(Math.min(...km) < 12, `${province.name}: ${Math.min(...km)} km from its nearest district seat`);
  }
});

test('a province is found by plate code, name and ISO code', () => {
  for (const text of ['34', 'istanbul', 'İSTANBUL', 'Istanbul', 'TR-34', 'tr-34', ' İstanbul '])
    assert.equal(provinceOf(text)?.name, 'İstanbul', text);
  for (const text of ['1', '01', 'adana', 'TR-01']) assert.equal(provinceOf(text)?.code, '01', text);
  for (const text of ['', '0', '82', '001', 'TR-1', 'constructor', 'Midilli'])
    assert.equal(provinceOf(text), undefined, text);
});
