import assert from 'node:assert/strict';
import test from 'node:test';
import { readViewpoint, writeViewpoint } from '../../generator/site/browser/map/viewpoint.ts';
import { placeLabels, type PlacedLabel, scaleBar } from '../../generator/site/browser/map/labels.ts';
import { project, type Plane } from '../../generator/site/drawing/mercator.ts';
import { districtSeats, placeCells } from '../../generator/site/place-names.ts';

const VIEW = { width: 400, height: 300, scale: 1, toScreen: (place: Plane): Plane => place };
const WIDTH = 80;

const placed = (layout: Partial<Parameters<typeof placeLabels>[0]>): PlacedLabel[] =>
  placeLabels({ ...VIEW, labels: [], taken: [], dots: [], widthOf: () => WIDTH, ...layout });

const boxOf = ({ label, dx, dy, width }: PlacedLabel) => ({
  ...{ left: label.x + dx, right: label.x + dx + width, top: label.y + dy - 6, bottom: label.y + dy + 6 },
});

test('no name is cut by an edge: it goes to the other side, or into the view', () => {
  const corners = [
    { text: 'right', rank: 1, x: 395, y: 150 },
    { text: 'left', rank: 1, x: 2, y: 60 },
    { text: 'Ege Denizi', rank: 0, x: 5, y: 200 },
    { text: 'beyond', rank: 1, x: 420, y: 20 },
  ];
  const labels = placed({ labels: corners });
  assert.deepEqual(
    labels.map(({ label }) => label.text),
    ['right', 'left', 'Ege Denizi'],
  );
  for (const one of labels) {
    const { left, right, top, bottom } = boxOf(one);
    assert.ok(left >= 0 && right <= VIEW.width && top >= 0 && bottom <= VIEW.height, one.label.text);
  }
});

test('names avoid each other, what lies above the map, and epicentres', () => {
  const many = Array.from({ length: 200 }, (_, index) => ({
    ...{ text: String(index), rank: 3, x: (index * 37) % 400, y: (index * 59) % 300 },
  }));
  const labels = placed({ labels: many, taken: [{ left: 0, top: 0, right: 150, bottom: 100 }] });
  assert.ok(labels.length > 10);
  const boxes = labels.map(boxOf);
  for (const [index, one] of boxes.entries()) {
    assert.ok(one.left >= 150 || one.top >= 100, 'above the map');
    for (const other of boxes.slice(0, index))
      assert.ok(
        one.left >= other.right || one.right <= other.left || one.top >= other.bottom || one.bottom <= other.top,
      );
  }
  const city = { text: 'city', rank: 2, x: 200, y: 150 };
  const [free] = placed({ labels: [city] });
  const [beside] = placed({ labels: [city], dots: [{ at: { x: 240, y: 150 }, radius: 20 }] });
  assert.ok(free!.dx > 0 && beside!.dx < 0);
});

test('an area is named where its name has room, and a place of its name only once', () => {
  const area = { text: 'Muğla', rank: 5, x: 200, y: 150, width: 70 };
  assert.equal(placed({ labels: [area] }).length, 0);
  assert.equal(placed({ labels: [{ ...area, width: 100 }] }).length, 1);
  const city = { text: 'Muğla', rank: 2, x: 210, y: 160 };
  assert.deepEqual(
    placed({ labels: [city, { ...area, width: 100 }] }).map(({ label }) => label.rank),
    [2],
  );
});

test('zoom and centre go into the fragment of the address and come back', () => {
  const camera = { centre: project({ latitude: 38.5123, longitude: 27.3 }), scale: 300 };
  assert.equal(writeViewpoint(camera), '#map=8.72/38.5123/27.3000');
  assert.deepEqual(readViewpoint('#map=8.72/38.5123/27.3000'), { zoom: 8.72, latitude: 38.5123, longitude: 27.3 });
  for (const bad of [
    '',
    '#main',
    '#map=',
    '#map=8/91/20',
    '#map=8/38/190',
    '#map=8/38',
    '#map=x/38/27',
    '#map=8/38/27/1',
  ])
    assert.equal(readViewpoint(bad), undefined, bad);
});

test('the scale bar is a round number of kilometres', () => {
  // At the equator a degree is 111.2 km.
  const { km, width } = scaleBar({ centre: { x: 30, y: 0 }, scale: 111.195 });
  assert.equal(km, 100);
  assert.ok(Math.abs(width - 100) < 0.5, String(width));
  for (const scale of [20, 77, 300, 1700]) {
    const bar = scaleBar({ centre: project({ latitude: 39, longitude: 30 }), scale });
    assert.match(String(bar.km), /^(0\.)?0*[125]0*$/);
    assert.ok(bar.width > 40 && bar.width <= 110);
  }
});

test('names of villages are in the cell of their place', () => {
  const header = 'kind,name,district,province,country,latitude,longitude,source';
  const rows = ['seat,Simav,Simav,Kütahya,,39.088,28.978,hgk 1', 'village,Ada,Simav,Kütahya,,39.999,28.001,hgk 2'];
  const table = `${[header, ...rows, 'town,Sparta,,,Greece,37.074,22.430,geonames 3'].join('\n')}\n`;
  assert.deepEqual(districtSeats(table).seats, [['Simav', 39088, 28978]]);
  assert.deepEqual(
    [...placeCells(table)],
    [
      ['7 19', [['Ada', 39999, 28001]]],
      ['5 18', [['Sparta', 37074, 22430]]],
    ],
  );
});
