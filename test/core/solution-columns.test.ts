import assert from 'node:assert/strict';
import test from 'node:test';
import { AGENCIES } from '#core/earthquake.ts';
import { isLine, SEPARATOR_BYTES } from '#core/sections.ts';
import { readShardNames, rowsNamed, writeShardNames } from '#core/shard-names.ts';
import { readSolutionColumns, solutionOf, writeSolutionColumns } from '#core/solution-columns.ts';
import { solutionSpans } from '#core/solution-spans.ts';
import { fullItem, listBody } from '#core/wire.ts';
import { makeHistory, random } from '../support/synthetic-earthquakes.ts';

const rows = makeHistory(random(3), 150).current;
const solutionsFile = Buffer.from(listBody(rows.map((row) => JSON.stringify(fullItem(row)))));
const file = writeSolutionColumns(rows, solutionsFile);
const columns = readSolutionColumns(file, rows.length);

test('every solution of every record is in the columns, with all of its magnitudes', () => {
  rows.forEach(({ time, solutions }, row) => {
    assert.equal(columns.recordTime[row], time);
    assert.equal(columns.firstSolution[row + 1]! - columns.firstSolution[row]!, solutions.length);
    for (const solution of solutions) {
      const at = solutionOf(columns, row, solution.agency)!;
      const { time: own, latitude, longitude, depthKm, eventType, types } = columns;
      assert.deepEqual(
        [own[at], latitude[at], longitude[at], depthKm[at], types[eventType[at]!]],
        [solution.time, solution.latitude, solution.longitude, solution.depthKm ?? NaN, solution.eventType],
      );
      const [from, to] = [columns.firstMagnitude[at], columns.firstMagnitude[at + 1]];
      assert.deepEqual(
        [...columns.magnitude.subarray(from, to)].map((value, index) => ({
          type: types[columns.magnitudeType[from! + index]!] || null,
          value,
        })),
        solution.magnitudes,
      );
    }
    for (const agency of AGENCIES)
      assert.equal(solutionOf(columns, row, agency) === undefined, !solutions.some((one) => one.agency === agency));
  });
});

test('the lines of the solutions file are where the columns say, with their checksums', () => {
  rows.forEach((earthquake, row) => {
    const line = solutionsFile.subarray(columns.line[row], columns.line[row + 1]! - SEPARATOR_BYTES);
    assert.deepEqual(JSON.parse(line.toString()), JSON.parse(JSON.stringify(fullItem(earthquake))));
    assert.ok(isLine(columns, row, solutionsFile.subarray(columns.line[row], columns.line[row + 1])));
    assert.ok(!isLine(columns, row, solutionsFile.subarray(1, 9)));
  });
});

test('a record is found by its event_id and by each agency identifier, and no other name is', () => {
  const names = readShardNames(writeShardNames(rows), rows.length);
  rows.forEach(({ eventId, solutions }, row) => {
    for (const name of [eventId, ...solutions.map((one) => `${one.agency}:${one.eventId}`)])
      assert.deepEqual(rowsNamed(names, name), [row], name);
  });
  for (const name of ['', 'afad', 'emsc:1', 'afad:99999']) assert.deepEqual(rowsNamed(names, name), []);
});

test('files that are cut, of another kind or of another number of rows are refused', () => {
  const names = writeShardNames(rows);
  for (const read of [
    () => readSolutionColumns(file.subarray(0, -8), rows.length),
    () => readSolutionColumns(file, rows.length + 1),
    () => readSolutionColumns(names, rows.length),
    () => readShardNames(names.subarray(0, -8), rows.length),
    () => readShardNames(names, 1),
    () => readShardNames(file, rows.length),
  ])
    assert.throws(read, { name: 'ShardFormatError' });
});

test('the spans of an agency hold each of its solutions, and every magnitude by its type', () => {
  const solutions = rows.flatMap((row) => row.solutions);
  const spans = solutionSpans(solutions);
  for (const { agency, latitude, time, depthKm, magnitudes } of solutions) {
    const own = spans[agency]!;
    assert.ok(own.latitude[0] <= latitude && latitude <= own.latitude[1]);
    assert.ok(own.time[0] <= time && time < own.time[1] + 1000);
    if (depthKm !== null) assert.ok(own.depthKm![0] <= depthKm && depthKm <= own.depthKm![1]);
    for (const { type, value } of magnitudes) {
      const [low, high] = own.magnitudes[type ?? '']!;
      assert.ok(low <= value && value <= high);
    }
  }
  assert.equal(
    Object.values(spans).reduce((sum, { count }) => sum + count, 0),
    solutions.length,
  );
});
