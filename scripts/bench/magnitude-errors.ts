/** How often the primary magnitude is within one and two of its errors of a reference. */
import type { Earthquake, Solution } from '#core/earthquake.ts';
import { primaryMagnitude } from '../../generator/catalog/publication/primary-magnitude.ts';
import type { Compared } from './great.ts';

/** A magnitude with its error, and the Mw that it should be. */
interface Judged {
  magnitude: number;
  error: number;
  mw: number;
}

const SINCE = Date.UTC(1990, 0);

const MEASURED = /^Mw(?![*p])/;

const ofGreat = ({ great: { mw }, record }: Compared): Judged[] =>
  record.magnitudeError === undefined ? [] : [{ magnitude: record.magnitude!, error: record.magnitudeError, mw }];

/** What the others would make of it, against the USGS's own. */
function withoutUsgs({ solutions }: Earthquake): Judged[] {
  const measured = solutions
    .find(({ agency }) => agency === 'usgs')
    ?.magnitudes.find(({ type }) => type !== null && MEASURED.test(type));
  const others: Solution[] = solutions.filter(({ agency }) => agency !== 'usgs');
  const primary = measured && others.length > 1 ? primaryMagnitude(others) : undefined;
  if (!measured || primary?.error === undefined) return [];
  return [{ magnitude: primary.magnitude.value, error: primary.error, mw: measured.value }];
}

function line(name: string, judged: readonly Judged[]): string {
  const within = (times: number): string => {
    const near = judged.filter(({ magnitude, error, mw }) => Math.abs(magnitude - mw) <= times * error + 1e-9);
    return `${((100 * near.length) / judged.length).toFixed(0)} %`;
  };
  return `| ${name} | ${judged.length} | ${within(1)} | ${within(2)} |`;
}

export function errorLines(compared: readonly Compared[], records: readonly Earthquake[]): string[] {
  const great = (from: number, before: number): Judged[] =>
    compared.filter(({ great: { time } }) => time >= from && time < before).flatMap(ofGreat);
  const usgs = records.filter(({ time }) => time >= SINCE).flatMap(withoutUsgs);
  const sized = (from: number, below: number): Judged[] => usgs.filter(({ mw }) => mw >= from && mw < below);
  return [
    '\n| magnitude_error against | earthquakes | within one | within two |',
    line('great earthquakes since 1990', great(SINCE, Infinity)),
    line('1970 to 1989', great(0, SINCE)),
    line('Mw of the USGS since 1990, its own values left out', usgs),
    line('5.5 and more', sized(5.5, Infinity)),
    line('4.5 to 5.4', sized(4.5, 5.5)),
    line('below 4.5', sized(0, 4.5)),
  ];
}
