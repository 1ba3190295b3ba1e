/** Carries out a list plan for one page. */
import type { ListPosition } from '#core/query.ts';
import { Page } from './page.ts';
import type { Reading } from './scan.ts';
import { Scan } from './scan.ts';

export interface ListResult {
  page: Page;
  /** Where the following page begins; undefined when there is no more. */
  end: ListPosition | undefined;
  /** Shards opened. */
  opened: number;
}

export async function readList(reading: Reading): Promise<ListResult> {
  const scan = new Scan(reading);
  const page = new Page();
  for await (const batch of scan.batches()) for (const { columns, row } of batch) page.addRow(columns, row);
  return { page, end: scan.end, opened: scan.opened };
}
