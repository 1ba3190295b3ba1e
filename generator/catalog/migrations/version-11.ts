/** Version 10 to 11: the records of a province are found without reading the others. Never changed once released. */
export const BY_PROVINCE = `
CREATE INDEX earthquakes_by_province ON earthquakes (record ->> 'provinceCode', band, time) WHERE state = 'current';
`;
