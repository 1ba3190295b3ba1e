/** For `node --import`: `Date` goes wrong by `CLOCK_SHIFT` ms. */
const shift = Number(process.env['CLOCK_SHIFT']);
const RealDate = Date;
const now = (): number => RealDate.now() + shift;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values: [] | [number]) => (values.length === 0 ? new target(now()) : new target(...values)),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});
