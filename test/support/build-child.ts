/**
 * A build in a process of its own: `build-child.ts <catalog.db> <dist> <asOf> [<n>]`. With a number it kills itself, as
 * `kill -9` would, once that many details are written.
 */
import { openCatalog } from '../../generator/catalog/database.ts';
import { buildInto } from './build.ts';

const [catalog, dist, asOf, last] = process.argv.slice(2) as [string, string, string, string?];
const summary = buildInto(dist, openCatalog(catalog), {
  asOf: Number(asOf),
  progress(step, done) {
    if (step === 'details' && done === Number(last)) process.kill(process.pid, 'SIGKILL');
  },
});
process.stdout.write(JSON.stringify(summary));
