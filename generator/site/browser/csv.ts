/** The listed earthquakes as a CSV file, made in the browser. Cells are quoted as those of `/export.php`. */
import { type Cell, csvCell } from '#core/csv-cell.ts';
import type { LIST_FIELDS } from '#core/record/list-fields.ts';
import { formatDay, formatInstant } from '#core/time.ts';
import type { Earthquake } from './earthquake.ts';
import * as clock from './clock.ts';
import { eventAddress, required } from './dom.ts';
import { say } from './language.ts';

type Table = typeof LIST_FIELDS;
type Downloaded = { [Name in keyof Table]: Table[Name] extends { download: true } ? Name : never }[keyof Table];

/** The order never changes; a new column goes to the end. */
const COLUMNS: Record<Downloaded | 'url', (one: Earthquake) => Cell> = {
  occurred_at: ({ time }) => formatInstant(time),
  date_precision: ({ precision }) => precision,
  latitude: ({ latitude }) => latitude,
  longitude: ({ longitude }) => longitude,
  depth_km: ({ depthKm }) => depthKm,
  magnitude: ({ magnitude }) => magnitude,
  // The catalogue calls an unknown type M.
  magnitude_type: ({ magnitudeType }) => (magnitudeType === 'M' ? null : magnitudeType),
  event_type: ({ eventType }) => eventType ?? 'earthquake',
  location: ({ location }) => location,
  id: ({ id }) => id,
  url: ({ id }) => new URL(eventAddress(id), location.href).href,
  magnitude_doubtful: ({ magnitudeDoubtful }) => magnitudeDoubtful || undefined,
  magnitude_state: ({ magnitudeState }) => magnitudeState,
  blast_probability: ({ blastProbability }) => blastProbability,
  magnitude_source: ({ magnitudeSource }) => magnitudeSource,
};

/** With a byte order mark, without which spreadsheets misread Turkish letters. */
const csvOf = (rows: readonly Earthquake[]): string =>
  [
    `\uFEFF${Object.keys(COLUMNS).join()}`,
    ...rows.map((one) =>
      Object.values(COLUMNS)
        .map((cell) => csvCell(cell(one)))
        .join(),
    ),
    '',
  ].join('\r\n');

/** Some browsers read the file only after the click. */
const KEPT_MS = 60_000;

export function offerCsv(rows: readonly Earthquake[]): void {
  const button = required<HTMLButtonElement>('#csv');
  button.disabled = rows.length === 0;
  button.onclick = () => {
    const href = URL.createObjectURL(new Blob([csvOf(rows)], { type: 'text/csv;charset=utf-8' }));
    const download = `${say('depremler', 'earthquakes')}-${formatDay(clock.now())}.csv`;
    Object.assign(document.createElement('a'), { href, download }).click();
    setTimeout(() => URL.revokeObjectURL(href), KEPT_MS);
  };
}
