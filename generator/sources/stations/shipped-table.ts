/** The station table that ships with the project, `data/stations.csv`. */
import { field, readTable } from '../parsing/delimited.ts';
import { readRows } from '../parsing/rows.ts';
import { DocumentError } from '../feed.ts';
import { addStations, emptyList, stationText, type StationList, type StationRow } from './station-list.ts';

const COLUMNS = ['network', 'code', 'name', 'source', 'latitude', 'longitude', 'elevation_m', 'reference'];

/** @throws DocumentError naming a missing column, or where the CSV breaks */
export function parseStationsCsv(bytes: Uint8Array): StationList {
  const list = emptyList();
  const { records } = readTable(stationText(bytes), COLUMNS);
  const broken = records.find(({ fields }) => fields.size === 0);
  if (broken) throw new DocumentError(`not CSV: ${broken.problem} in line ${broken.line}`);
  const rows = readRows(list, records, (record): StationRow => {
    const cell = (name: string): string => field(record, name)!;
    return {
      ...{ line: record.line, text: record.text },
      ...{ network: cell('network'), code: cell('code'), name: cell('name'), source: cell('source') },
      ...{ latitude: cell('latitude'), longitude: cell('longitude'), elevationM: cell('elevation_m') },
    };
  });
  return addStations(list, rows);
}
