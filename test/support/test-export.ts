/** The dataset and gateway that the export tests share. */
import type { ListItem } from '#core/wire.ts';
import { syntheticDataset } from './dataset.ts';
import { testGateway } from './gateway.ts';

export const dataset = syntheticDataset();
export const unbounded = { bounds: { files: 1e6, rows: 1e9 } };
export const gateway = testGateway(dataset.files, { ...unbounded, exportRows: () => 100_000 });

export interface JsonExport {
  status: string;
  count: number;
  truncated: boolean;
  terms: { name: string }[];
  earthquakes: ListItem[];
}
