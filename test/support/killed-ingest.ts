/** A child process that stores a document and is killed before the run is finished, or while storing. */
import { NOON, report, testCatalog } from './catalog.ts';

const [path, moment] = process.argv.slice(2);
const catalog = testCatalog(path);
if (moment === 'within') {
  // Runs inside the transaction: the second report's time is read after the first was written.
  const fatal = report({ key: '2' });
  Object.defineProperty(fatal, 'time', {
    get() {
      if (catalog.db.prepare('SELECT count(*) FROM solution_versions').pluck().get() !== 0)
        process.kill(process.pid, 'SIGKILL');
      return NOON;
    },
  });
  catalog.store({ feed: 'afad-api', reports: [report({ key: '1' }), fatal] });
}
catalog.store({ feed: 'afad-api', reports: [report({ key: '1' })] });
catalog.store({ feed: 'kandilli-live', reports: [report({})] });
process.kill(process.pid, 'SIGKILL');
