/** The key pair that signs push messages (VAPID, RFC 8292): made once, and the same for all gateways. */
import type { SqlDatabase } from '../store/sql-database.ts';

export interface PushKeys {
  /** Base64url. Browsers bind their subscriptions to it. */
  publicKey: string;
  privateKey: string;
}

const FIND = `SELECT public_key AS "publicKey", private_key AS "privateKey" FROM push_keys WHERE name = 'push'`;
const INSERT = `INSERT INTO push_keys (name, public_key, private_key) VALUES ('push', :publicKey, :privateKey)
  ON CONFLICT (name) DO NOTHING`;

/** Reads them once; a failure is tried again. */
export function pushKeys(database: SqlDatabase): () => Promise<PushKeys> {
  let known: PushKeys | undefined;
  const find = async (): Promise<PushKeys | undefined> => (await database.query<PushKeys>(FIND)).rows[0];
  return async () => {
    if (known) return known;
    known = await find();
    if (known) return known;
    const { default: webPush } = await import('web-push');
    await database.query(INSERT, { ...webPush.generateVAPIDKeys() });
    // Another gateway may have been faster.
    return (known = (await find())!);
  };
}
