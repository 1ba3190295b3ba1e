/** Gazetteer names for the epicentres of AFAD's real lists compared with AFAD's own. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { parse } from 'csv-parse/sync';
import { fold } from '#core/text.ts';
import { shippedPlaceName } from '../../generator/shipped.ts';
import { filesIn, realDocument, withoutFolder } from '../support/feed-data.ts';

type AfadRow = Record<'Latitude' | 'Longitude' | 'Location' | 'EventID', string>;

const skip = withoutFolder('afad');

/** `Pazarcık (Kahramanmaraş)` at the end of a text, ours or AFAD's. */
const DISTRICT = /(?:^|, |of |\] )([^,()[\]]+) \(([^()]+)\)(?: \d+ km [KGDB]+)?$/;

const SEA = /^(Ege Denizi|Akdeniz|Karadeniz|Marmara Denizi|[^ ,]+ Denizi)(?:,|$)/;

function afadRows(): AfadRow[] {
  const lists = filesIn('afad').filter((name) => name.endsWith('.csv.gz'));
  const rows = lists.flatMap((name) =>
    parse<AfadRow>(Buffer.from(realDocument(`afad/${name}`)), { columns: true, bom: true }),
  );
  return [...new Map(rows.map((row) => [row.EventID, row])).values()];
}

test("on land the province is AFAD's in 95 of 100 rows, the district in 88; land and sea agree", { skip }, (t) => {
  const placeName = shippedPlaceName();
  const land = { rows: 0, province: 0, district: 0, sea: 0 };
  const sea = { rows: 0, land: 0, another: 0, named: 0, district: 0 };
  for (const { Latitude, Longitude, Location } of afadRows()) {
    const name = placeName({ latitude: Number(Latitude), longitude: Number(Longitude) })?.turkish ?? '';
    const [, named] = SEA.exec(name) ?? [];
    const offshore = named !== undefined;
    if (/^(?:Ege Denizi|Akdeniz|Karadeniz|Marmara Denizi)[^(]* - \[/.test(Location)) {
      sea.rows += 1;
      // AFAD's texts place the Greek islands in the sea.
      if (!offshore && !name.includes('Yunanistan')) sea.land += 1;
      if (offshore && !Location.startsWith(named)) sea.another += 1;
      const [afad, made] = [DISTRICT.exec(Location), DISTRICT.exec(name)];
      if (afad && made && offshore && !name.includes('Yunanistan')) {
        sea.named += 1;
        if ([1, 2].every((part) => fold(afad[part]!) === fold(made[part]!))) sea.district += 1;
      }
    }
    if (!/^[^([\-,]+ \([^()]+\)$/.test(Location)) continue;
    const [, district, province] = DISTRICT.exec(Location)!;
    const [, madeDistrict = '', madeProvince = ''] = DISTRICT.exec(name) ?? [];
    const sameProvince = fold(madeProvince) === fold(province!);
    land.rows += 1;
    if (offshore) land.sea += 1;
    if (sameProvince) land.province += 1;
    if (sameProvince && fold(madeDistrict) === fold(district!)) land.district += 1;
  }
  t.diagnostic(`${JSON.stringify({ land, sea })}`);
  assert.ok(land.rows > 9000 && sea.rows > 2500, `${land.rows} rows on land, ${sea.rows} at sea`);
  assert.ok(land.province >= 0.94 * land.rows, `province: ${land.province} of ${land.rows}`);
  assert.ok(land.district >= 0.86 * land.rows, `district: ${land.district} of ${land.rows}`);
  assert.ok(land.sea <= 0.003 * land.rows, `${land.sea} of ${land.rows} on land are called offshore`);
  assert.ok(sea.named > 1000 && sea.district >= 0.885 * sea.named, `district at sea: ${sea.district} of ${sea.named}`);
  assert.ok(sea.another <= 0.05 * sea.rows, `${sea.another} of ${sea.rows} at sea lie in another sea than AFAD's`);
  assert.ok(sea.land <= 0.02 * sea.rows, `${sea.land} of ${sea.rows} at sea are called land`);
});
