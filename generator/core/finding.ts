/** Why a document was quarantined: public, so in our words and numbers only. */

/** Fields whose presence is watched. */
export const WATCHED_FIELDS = ['magnitude', 'magnitude_type', 'depth', 'place'] as const;
export type WatchedField = (typeof WATCHED_FIELDS)[number];

const SENTENCES = {
  unreadable: '{count} of {of} rows cannot be read',
  shifted: '{count} of {of} known earthquakes have moved by {hours} h',
  moved: '{count} of {of} known earthquakes have moved far',
  retimed: '{count} of {of} known earthquakes have another time',
  depth_changed: '{count} of {of} known earthquakes have another depth',
  magnitude_changed: '{count} of {of} known magnitudes have changed',
  scale_changed: '{count} of {of} known magnitudes have another type',
  type_changed: '{count} of {of} known earthquakes are something else now',
  withdrawn: '{count} of {of} known earthquakes are withdrawn',
  field_lost: '{count} of {of} rows have lost their {field}',
  gone: '{count} of {of} known earthquakes are missing',
  contradicted: '{count} of {of} shared earthquakes contradict the other agencies',
  outside: '{count} of {of} rows lie outside of the region',
} as const;

export type FindingCode = keyof typeof SENTENCES;
export const FINDING_CODES = Object.keys(SENTENCES);

export interface Finding {
  code: FindingCode;
  /** Rows that show it, of so many that could. */
  count: number;
  of: number;
  /** With `field_lost`. */
  field?: WatchedField;
  /** With `shifted`: positive is later. */
  hours?: number;
}

/** English, without a full stop. */
export const findingText = (finding: Finding): string =>
  SENTENCES[finding.code].replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = new Map<string, unknown>(Object.entries(finding)).get(name);
    return name === 'field' ? String(value).replace('_', ' ') : String(value);
  });
