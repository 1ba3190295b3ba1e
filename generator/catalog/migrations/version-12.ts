/** Version 11 to 12: what could not be composed, and what no other agency has. Never changed once released. */

export const FAULTY_REPORTS = `
-- Reports of an earthquake that could not be composed or rendered when it was last tried.
CREATE TABLE faulty_reports (
  agency_event INTEGER PRIMARY KEY,
  -- One report of each earthquake, the same for all of its reports.
  lead INTEGER NOT NULL,
  -- The published earthquake that stays as it was; null where there is none.
  earthquake INTEGER,
  since INTEGER NOT NULL,
  error TEXT NOT NULL
) STRICT;
`;

export const UNCONFIRMED_REPORTS = `
-- Reports of a great earthquake that two other agencies lacked when they should have had it.
CREATE TABLE unconfirmed_reports (agency_event INTEGER PRIMARY KEY, since INTEGER NOT NULL) STRICT;
`;
