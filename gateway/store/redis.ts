/** The connection to Redis or Valkey, for quota windows. */
import { Redis } from 'ioredis';
import { isRedisAway, type OnAway } from './away.ts';
import { AccountsError } from './database.ts';

/** In ms. What takes longer fails, and what is counted gets 503. */
const TIMEOUT_MS = 2000;
const MAX_RECONNECT_DELAY_MS = 500;

/**
 * While the server is away commands fail at once, and no command is sent twice: a count that may have been made is not
 * repeated. With `onAway` it connects when the server is there.
 * @throws AccountsError when the server cannot be used; it holds no password
 */
export async function openRedis(url: string, onAway?: OnAway): Promise<Redis> {
  let lastError: unknown;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectionName: 'hiposantr',
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    // A connection that is silent while answers are due is replaced.
    socketTimeout: 2 * TIMEOUT_MS,
    retryStrategy: (attempts) => Math.min(50 * attempts, MAX_RECONNECT_DELAY_MS),
    // After a failover the former primary refuses writes.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  });
  // Each command reports its own failure.
  redis.on('error', (error) => (lastError = error));
  try {
    await redis.connect();
  } catch (error) {
    const reason = (lastError ?? error) as Error & { code?: string };
    const message = `The server at REDIS_URL cannot be used: ${reason.message || reason.code}.`;
    if (!onAway || !isRedisAway(reason)) {
      redis.disconnect();
      throw new AccountsError(message);
    }
    onAway(message);
  }
  return redis;
}

/** A warning for the operator: a server that drops counts when its memory is full grants them anew. */
export async function evictionWarning(redis: Redis): Promise<string | undefined> {
  const fields = new Map((await redis.info('memory')).split('\r\n').map((line) => line.split(':') as [string, string]));
  const [limit = '0', policy = 'noeviction'] = [fields.get('maxmemory'), fields.get('maxmemory_policy')];
  if (limit === '0' || policy === 'noeviction') return undefined;
  return (
    `REDIS_URL: the server may evict counts (maxmemory ${limit}, maxmemory-policy ${policy}), and their ` +
    'callers would begin anew; set maxmemory-policy noeviction'
  );
}
