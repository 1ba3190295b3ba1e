/** Raster tiles: which ones a picture needs. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { project, unproject } from '../../generator/site/drawing/mercator.ts';
import {
  MOST_TILES,
  tileAddress,
  tileAt,
  tileSquare,
  tilesWithin,
  zoomAt,
} from '../../generator/site/drawing/tiles.ts';
import fc from '../support/property.ts';

const ANKARA = project({ latitude: 39.9334, longitude: 32.8597 });

test('the tiles of Ankara, at the zooms of a map', () => {
  assert.deepEqual(tileAt(ANKARA, 0), { z: 0, x: 0, y: 0 });
  assert.deepEqual(tileAt(ANKARA, 6), { z: 6, x: 37, y: 24 });
  assert.deepEqual(tileAt(ANKARA, 10), { z: 10, x: 605, y: 387 });
  const { x, y, side } = tileSquare({ z: 6, x: 37, y: 24 });
  const corner = unproject({ x, y });
  assert.deepEqual([corner.longitude, side], [28.125, 5.625]);
  assert.ok(Math.abs(corner.latitude - 40.97989807) < 1e-6);
});

test('the edges of the world hold', () => {
  assert.deepEqual(tileAt({ x: 180, y: 180 }, 3), { z: 3, x: 7, y: 7 });
  assert.deepEqual(tileAt({ x: -180, y: -180 }, 3), { z: 3, x: 0, y: 0 });
  assert.deepEqual(tileAt({ x: 400, y: -999 }, 3), { z: 3, x: 7, y: 0 });
  const beyond = tilesWithin({ west: 170, east: 190, north: -10, south: 10 }, 256 / 5.625);
  assert.ok(beyond.length > 0 && beyond.every(({ z, x }) => z === 6 && x >= 62 && x <= 63));
  assert.deepEqual([zoomAt(1e-9), zoomAt(1e9)], [0, 19]);
});

test('a denser screen takes the next zoom', () => {
  const scale = 256 / 5.625;
  assert.equal(zoomAt(scale), 6);
  assert.equal(zoomAt(scale * 2), 7);
  assert.equal(zoomAt(scale * 1.4), 6);
});

test('any view is covered by a bounded number of tiles, the middle first', () => {
  const view = fc.record({
    longitude: fc.double({ min: 0, max: 60, noNaN: true }),
    latitude: fc.double({ min: 25, max: 50, noNaN: true }),
    scale: fc.double({ min: 60, max: 4000, noNaN: true }),
    width: fc.integer({ min: 1, max: 8000 }),
    height: fc.integer({ min: 1, max: 5000 }),
  });
  fc.assert(
    fc.property(view, ({ scale, width, height, ...point }) => {
      const { x, y } = project(point);
      const [halfX, halfY] = [width / scale / 2, height / scale / 2];
      const bounds = { west: x - halfX, east: x + halfX, north: y - halfY, south: y + halfY };
      const tiles = tilesWithin(bounds, scale);
      assert.ok(tiles.length <= MOST_TILES);
      assert.equal(new Set(tiles.map((one) => tileAddress('{z}/{x}/{y}', one))).size, tiles.length);
      const squares = tiles.map(tileSquare);
      for (const corner of [bounds.west, bounds.east].flatMap((one) => [
        { x: one, y: bounds.north },
        { x: one, y: bounds.south },
      ])) {
        const isIn = ({ x: left, y: top, side }: (typeof squares)[number]): boolean =>
          corner.x >= left && corner.x <= left + side && corner.y >= top && corner.y <= top + side;
        assert.equal(squares.some(isIn), true);
      }
      const distance = (one: (typeof squares)[number]): number =>
        Math.hypot(one.x + one.side / 2 - x, one.y + one.side / 2 - y) / one.side;
      assert.ok(distance(squares[0]!) <= 1.5, 'the first is in the middle');
    }),
    { numRuns: 200 },
  );
});

test('an address names the tile, however often', () => {
  const address = tileAddress('https://t.example/{z}/{x}/{y}.png?at={x},{y}', { z: 6, x: 37, y: 24 });
  assert.equal(address, 'https://t.example/6/37/24.png?at=37,24');
});
