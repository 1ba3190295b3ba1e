/** Prometheus' text format, as a gateway sends it. */
import assert from 'node:assert/strict';
import type { GatewayChild } from './gateway-child.ts';

const SAMPLE = /^([a-z_][a-z_0-9]*(?:\{(?:[a-z_]+="[^"\n]*",?)+\})?) ([0-9.e+-]+|Nan|\+Inf)$/;

/** Metrics of a gateway with `METRICS_PORT`, each line checked against the format. */
export async function scrape({ output }: Pick<GatewayChild, 'output'>) {
  const url = /Metrics at (http:[^"\s]+)\/metrics/.exec(output())![1]!;
  const response = await fetch(`${url}/metrics`);
  const text = await response.text();
  assert.equal(response.status, 200, text);
  assert.match(response.headers.get('content-type')!, /^text\/plain; version=0\.0\.4/);
  const samples = new Map<string, number>();
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('# ')) continue;
    const [, name, value] = SAMPLE.exec(line) ?? assert.fail(`not in the format: ${line}`);
    assert.ok(!samples.has(name!), `twice: ${name}`);
    samples.set(name!, Number(value));
  }
  return {
    url,
    text,
    samples,
    sample: (name: string): number | undefined => samples.get(name),
    /** Sum of a metric's samples with matching labels. */
    sum: (metric: string, labels: RegExp): number =>
      [...samples].reduce(
        (total, [name, value]) => total + (name.startsWith(`${metric}{`) && labels.test(name) ? value : 0),
        0,
      ),
  };
}
