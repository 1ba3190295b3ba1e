/** All agencies as a process, in the network where it is started. SIGUSR2 puts them out of service, or back. */
import { FEEDS, replayServer } from './replay-server.ts';

const { environment, modes } = await replayServer();
process.on('SIGUSR2', () => {
  for (const feed of FEEDS) modes[feed] = modes[feed] === 'events' ? 'unavailable' : 'events';
});
process.stdout.write(`${JSON.stringify(environment)}\n`);
