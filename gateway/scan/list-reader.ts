/** Carries out a list plan for one page. */
import type { ListPosition } from '#core/query.ts';
import { Page } from './page.ts';
import type { ScanRequest } from './scan.ts';
import { Scan } from './scan.ts';
import type { Work } from '../work/work-queue.ts';

export interface ListResult {
  page: Page;
  /** Where the following page begins; undefined when there is no more. */
  end: ListPosition | undefined;
  /** Shards opened. */
  opened: number;
}

export async function readList(reading: Omit<ScanRequest, 'signal'>, work: Work): Promise<ListResult> {
  const scan = new Scan({ ...reading, signal: work.signal });
  const page = new Page();
  await work.run(scan.steps((columns, row) => (page.addRow(columns, row), true)));
  return { page, end: scan.end, opened: scan.opened };
}
