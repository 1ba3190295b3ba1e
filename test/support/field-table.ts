/** The table of docs/api.md, written from the fields of the record. */
import { DETAIL_FIELDS } from '#core/record/detail-fields.ts';
import type { RecordField } from '#core/record/field.ts';
import { LIST_FIELDS } from '#core/record/list-fields.ts';

const TYPES: Record<RecordField['type'], string> = {
  ...{ integer: 'whole number', number: 'number', text: 'text', flag: 'true', list: 'list', object: 'object' },
};
const NONE = { null: ' or null', absent: ', or absent' };

function formatsOf({ csv, parquet, rss, mcp, recent, download, fdsn }: RecordField): string {
  const formats = [
    csv && 'CSV',
    parquet && 'Parquet',
    rss && `RSS \`${rss.name}\``,
    mcp && `MCP${mcp.name === undefined ? '' : ` \`${mcp.name}\``}`,
    recent && 'week',
    download && 'saved list',
    fdsn && (fdsn === 'record' ? 'FDSN GeoJSON' : 'FDSN GeoJSON and CSV'),
  ];
  return formats.filter((one) => one !== undefined).join(', ');
}

type Fields = Readonly<Record<string, RecordField>>;

const table = (head: string, fields: Fields, cells: (field: RecordField) => string[]): string =>
  [
    head,
    head.replace(/[^|]+/g, '---'),
    ...Object.entries(fields).map(([name, field]) => `| \`${name}\` | ${cells(field).join(' | ')} |`),
  ].join('\n');

const meaning = (fields: Fields): string =>
  table('| Field | Type | Meaning |', fields, ({ type, unit, none, text }) => [
    `${TYPES[type]}${unit === undefined ? '' : ` (${unit})`}${none === undefined ? '' : NONE[none]}`,
    text,
  ]);

export const FIELD_TABLES = `${meaning(LIST_FIELDS)}

The detail also has:

${meaning(DETAIL_FIELDS)}

Names for readers, and other formats that have the field; a name there is its own in that format:

${table('| Field | English | Turkish | Also in |', { ...LIST_FIELDS, ...DETAIL_FIELDS }, (field) => [
  field.label.en,
  field.label.tr,
  formatsOf(field),
])}`;
