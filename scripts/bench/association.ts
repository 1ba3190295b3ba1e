/** Quality and speed of association: on synthetic reports of known truth, and on the agencies' real files. */
import { benchReal } from './association/real.ts';
import { benchSpeed } from './association/speed.ts';
import { benchSynthetic } from './association/synthetic-table.ts';
import type { BenchOptions, Finding } from './comparison.ts';

export async function* benchAssociation({ data, reports }: BenchOptions): AsyncGenerator<Finding | string> {
  yield* benchSynthetic();
  yield* benchSpeed(reports);
  yield* benchReal(data);
}
