import assert from 'node:assert/strict';
import test from 'node:test';
import { createConsole } from '../../generator/cli/console.ts';

/** A console into a text, with a clock that the test moves. */
function consoleInto(isTTY: boolean) {
  const clock = { now: 0 };
  const written: string[] = [];
  const console = createConsole({ isTTY, write: (text) => written.push(text) }, { now: () => clock.now });
  return { clock, console, output: () => written.splice(0).join('') };
}

test('a terminal draws the progress bar at most ten times a second, and clears it before a line', () => {
  const { clock, console, output } = consoleInto(true);
  console.progress('details', 1, 4);
  assert.equal(output(), `\r\u001b[Kdetails [${'='.repeat(8)}${' '.repeat(22)}] 25 %`);
  clock.now += 99;
  console.progress('details', 2, 4);
  assert.equal(output(), '');
  clock.now += 1;
  console.progress('details', 3, 4);
  assert.match(output(), / 75 %$/);
  console.line('a line');
  assert.equal(output(), '\r\u001b[Ka line\n');
  clock.now += 100;
  console.progress('details', 3, 4);
  output();
  console.progress('details', 4, 4);
  assert.equal(output(), '\r\u001b[K');
  console.progress('details', 9, 4);
  console.line('the end');
  assert.equal(output(), 'the end\n');
});

test('LOG_FORMAT=json: each line is an object, never a bar', () => {
  const clock = { now: Date.UTC(2026, 0, 2) };
  let output = '';
  const console = createConsole(
    { isTTY: true, write: (text) => (output += text) },
    { format: 'json', now: () => clock.now },
  );
  console.line('an error\n    at some place');
  console.progress('details', 0, 4);
  clock.now += 3000;
  console.progress('details', 2, 4);
  assert.deepEqual(
    output
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as unknown),
    [
      { time: '2026-01-02T00:00:00Z', level: 'info', message: 'an error\n    at some place' },
      { time: '2026-01-02T00:00:03Z', level: 'info', message: 'details: 50 % of 4' },
    ],
  );
});

test('elsewhere long work prints one line per quarter', () => {
  const { clock, console, output } = consoleInto(false);
  for (let done = 1; done <= 100; done += 1) {
    console.progress('shards', done, 100);
    clock.now += 100;
  }
  for (const beyond of [101, 102, 200]) console.progress('shards', beyond, 100);
  assert.equal(output(), 'shards: 25 % of 100\nshards: 50 % of 100\nshards: 75 % of 100\nshards: 100 % of 100\n');
  for (let done = 1; done <= 100; done += 10) {
    console.progress('details', done, 91);
    clock.now += 1000;
  }
  assert.match(output(), /^details: 25 %.*\n.*\n.*\ndetails: 100 % of 91\n$/);
});

test('elsewhere short or empty work prints none', () => {
  const { console, output } = consoleInto(false);
  for (let done = 0; done <= 100; done += 1) console.progress('shards', done, 100);
  console.progress('shards', 0, 0);
  assert.equal(output(), '');
});
