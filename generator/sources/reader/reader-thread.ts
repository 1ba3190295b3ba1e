/** The thread of `reader.ts`: one task at a time. */
import { serveRequests } from '#runtime/threads.ts';
import { perform } from './perform.ts';

serveRequests(perform);
