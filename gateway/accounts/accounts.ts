/** Composition of the account app. */
import { EmailStore } from '../alerts/email-store.ts';
import { PushStore } from '../alerts/push-store.ts';
import { WebhookStore } from '../alerts/webhook-store.ts';
import type { Log } from '../http/log.ts';
import { createAttemptLimiter } from '../access/attempt-limits.ts';
import { createAuth } from './auth.ts';
import { createMailer } from '../http/mail.ts';
import type { Billing, BillingOptions } from './billing/billing.ts';
import { purgeExpired } from './erase-account.ts';
import { createAccountsApp } from './routes/app.ts';
import type { AccountsServices } from './routes/context.ts';

interface AccountsOptions extends AccountsServices {
  log: Log;
  /** Address of Stripe's API, for tests. */
  stripeApi?: BillingOptions['api'];
}

/** Creates the authentication library's tables where they are missing. */
export async function createAccounts(options: AccountsOptions) {
  const { database, settings, baseUrl, serviceName, now, log } = options;
  const attemptLimiter = createAttemptLimiter(database, now);
  const mailer = createMailer(settings, log);
  const auth = await createAuth({ database, settings, baseUrl, serviceName, mailer, log });
  await purgeExpired(database, now());
  const billing = await createBilling(options);
  const { region } = settings;
  const stores = {
    webhooks: new WebhookStore({ ...options, region, allowsPrivate: settings.privateWebhooks }),
    emailAlerts: new EmailStore({ database, region, now, most: settings.subscriptions.email }),
    push: new PushStore({
      database,
      region,
      now,
      allowsPrivate: settings.privateWebhooks,
      most: settings.subscriptions.push,
    }),
  };
  return {
    auth,
    billing,
    app: createAccountsApp({ ...options, auth, attemptLimiter, billing, ...stores }, log),
    /** Resolves when every email has been handed over. */
    async close(): Promise<void> {
      await auth.idle();
      mailer.close();
    },
  };
}

/** Stripe's library is loaded where it is used. */
async function createBilling({ settings, stripeApi: api, ...options }: AccountsOptions): Promise<Billing | undefined> {
  if (!settings.stripe) return undefined;
  const { Billing } = await import('./billing/billing.ts');
  return new Billing({ ...options, settings: settings.stripe, api });
}
