/** For `node --import`: `Date` goes wrong by so many ms as `CLOCK_FILE` says, read again on SIGUSR2. */
import { readFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env['CLOCK_FILE']!;
let offset = Number(readFileSync(file, 'utf8'));
if (isMainThread) process.on('SIGUSR2', () => (offset = Number(readFileSync(file, 'utf8'))));

const RealDate = Date;
const now = (): number => RealDate.now() + offset;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: [] | [number]) => (values.length === 0 ? new target(now()) : new target(...values)),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});
