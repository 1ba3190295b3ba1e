/** The fields that the detail has beside those of the list. */
import { formatInstant } from '../time.ts';
import type { RecordField } from './field.ts';
import { mechanismItem, shakemapItem } from './items.ts';
import { firstEffect } from './values.ts';

export const DETAIL_FIELDS = {
  mw_estimate: {
    ...{ type: 'object', none: 'absent' },
    label: { tr: 'Tahminî Mw', en: 'Estimated Mw' },
    text: 'Moment magnitude estimated from another type.',
  },
  max_intensity: {
    ...{ type: 'number', none: 'absent', range: [1, 12] },
    label: { tr: 'En büyük şiddet', en: 'Greatest intensity' },
    text: 'Greatest intensity, where a list gives it.',
    value: (one) => firstEffect(one, 'maxIntensity'),
  },
  deaths: {
    ...{ type: 'integer', none: 'absent', range: [0] },
    label: { tr: 'Can kaybı', en: 'Deaths' },
    text: 'Where a list gives them.',
    value: (one) => firstEffect(one, 'deaths'),
  },
  slug: {
    type: 'text',
    label: { tr: 'Adresteki ad', en: 'Name in addresses' },
    text: 'With the UTC day, the name of the earthquake in addresses.',
    value: ({ slug }) => slug,
    parquet: { order: 1 },
  },
  occurred_at_utc: {
    ...{ type: 'text', unit: 'UTC' },
    label: { tr: 'Oluş zamanı, kesirli', en: 'Origin time with its fraction' },
    text: 'RFC 3339, with fractions where known.',
    value: ({ time }) => formatInstant(time),
    rss: { order: 2, name: 'time' },
  },
  nearby_stations: {
    type: 'list',
    label: { tr: 'Yakın istasyonlar', en: 'Stations near it' },
    text: 'The nearest 10.',
  },
  nearby_quakes: {
    type: 'list',
    label: { tr: 'Yakın depremler', en: 'Earthquakes near it' },
    text: 'The nearest 10 within 100 km and 30 days.',
  },
  focal_mechanism: {
    ...{ type: 'object', none: 'null' },
    label: { tr: 'Odak mekanizması', en: 'Focal mechanism' },
    text: 'Nodal planes, moment tensor, scalar moment, Mw and centroid.',
    value: ({ mechanism }) => mechanismItem(mechanism),
  },
  shakemap: {
    ...{ type: 'object', none: 'null' },
    label: { tr: 'Sarsıntı haritası', en: 'ShakeMap' },
    text: 'Source, greatest intensity and address.',
    value: ({ shakemap }) => shakemapItem(shakemap),
  },
  revisions: {
    type: 'list',
    label: { tr: 'Değişiklikler', en: 'Changes' },
    text: 'What changed, and when.',
  },
} as const satisfies Record<string, RecordField>;
