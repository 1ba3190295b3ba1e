/** The gateway as `npm run serve` starts it, with 100,000 export rows for everyone. */
import { createApp } from '../../gateway/app.ts';
import { openDataset } from '../../gateway/dataset/dataset.ts';
import { folderReader } from '../../gateway/dataset/folder-reader.ts';
import { startServer } from '../../gateway/http/server.ts';

const log = (): void => {};
const dataset = openDataset(folderReader(process.env['DIST_DIR']!), { log });
const app = createApp({ dataset, now: Date.now, log, exportRows: () => 100_000 });
await startServer({ app, port: Number(process.env['PORT']), host: process.env['HOST'], log });
