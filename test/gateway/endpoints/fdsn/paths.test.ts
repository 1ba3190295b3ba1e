/** The USGS's form of a format: at the end of the path. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { app, get } from '../../../support/fdsn-dataset.ts';

const PATH = '/fdsnws/event/1/query';
const QUERY = 'limit=20&minmagnitude=3&orderby=magnitude';

const FORMATS = {
  ...{ geojson: 'geojson', json: 'json', csv: 'csv', text: 'text', txt: 'text', xml: 'xml', quakeml: 'xml' },
};
for (const [ending, format] of Object.entries(FORMATS))
  test(`query.${ending} is query?format=${format}`, async () => {
    const [named, asked] = [await get(`${PATH}.${ending}?${QUERY}`), await get(`${PATH}?${QUERY}&format=${format}`)];
    assert.deepEqual(
      ['ETag', 'Content-Type', 'Cache-Control', 'Link'].map((name) => named.headers.get(name)),
      ['ETag', 'Content-Type', 'Cache-Control', 'Link'].map((name) => asked.headers.get(name)),
    );
    assert.equal(await named.text(), await asked.text());
    const tag = asked.headers.get('ETag')!;
    assert.equal((await get(`${PATH}.${ending}?${QUERY}`, { 'If-None-Match': tag })).status, 304);
    assert.equal((await get(`${PATH}.${ending}?${QUERY}&format=${format}`)).status, 200);
    const other = format === 'csv' ? 'xml' : 'csv';
    const refused = await get(`${PATH}.${ending}?${QUERY}&format=${other}`);
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), new RegExp(`format=${other} contradicts the path, which says ${format}`));
  });

test('a query may be posted there as well', async () => {
  const response = await app.request(`${PATH}.csv`, { method: 'POST', body: 'limit=2' });
  assert.equal(await response.text(), await (await get(`${PATH}?limit=2&format=csv`)).text());
});

for (const path of [`${PATH}.shp`, `${PATH}.geojson/`, `${PATH}.GeoJSON`, '/fdsnws/event/1/count.json', `${PATH}.`])
  test(`${path} is no path of the service`, async () => {
    assert.equal((await get(`${path}?limit=1`)).status, 404);
  });
