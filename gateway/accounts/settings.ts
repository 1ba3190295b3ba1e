/** The settings of accounts, mail and payment from the environment. */
import { boxSetting, nameSetting, SettingError, textSetting, wholeSetting } from '#runtime/environment.ts';
import type { Box } from '#core/geo.ts';
import { REGION } from '#core/region.ts';
import { shown } from '#core/text.ts';
import type { MailSettings } from '../http/mail.ts';
import { authSecret } from './secret.ts';

export const SOCIAL_PROVIDERS = ['github', 'google'] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];

export interface AccountsSettings extends MailSettings {
  production: boolean;
  /** Signs sessions. */
  secret: string;
  social: Partial<Record<SocialProvider, { clientId: string; clientSecret: string }>>;
  stripe: StripeSettings | undefined;
  /** How to contact the operator: an address of any kind, or ''. */
  contact: string;
  /** Whether webhooks may lead to http and to hosts that are not on the public internet. */
  privateWebhooks: boolean;
  /** Of the catalogue: rules outside of it are refused. */
  region: Box;
  /** Confirmed ones without an account, at most. 0 push subscriptions: none. */
  subscriptions: Record<'push' | 'email', number>;
}

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  priceId: string;
}

type Environment = Record<string, string | undefined>;

/** @throws SettingError */
export function readAccountsSettings(
  environment: Environment,
  { baseUrl, dataDir, databaseUrl }: { baseUrl: string; dataDir: string; databaseUrl?: string | undefined },
): AccountsSettings {
  const production = environment['NODE_ENV'] === 'production';
  const required = production || databaseUrl !== undefined;
  return {
    production,
    secret: authSecret({ configured: textSetting(environment, 'AUTH_SECRET', '') || undefined, required, dataDir }),
    smtpUrl: smtpSetting(environment),
    mailFrom: senderSetting(environment, `no-reply@${new URL(baseUrl).hostname}`),
    social: socialSettings(environment),
    stripe: stripeSettings(environment),
    contact: nameSetting(environment, 'CONTACT', ''),
    privateWebhooks: targetsSetting(environment) === 'any',
    region: boxSetting(environment, 'REGION', REGION),
    subscriptions: {
      push: wholeSetting(environment, 'PUSH_SUBSCRIPTIONS', { fallback: 20_000, least: 0, most: 1_000_000 }),
      email: 2000,
    },
  };
}

/** Consequences of the settings that the operator should know. */
export function settingWarnings({ production, smtpUrl }: AccountsSettings, baseUrl: string): string[] {
  if (!production) return [];
  return [
    ...(smtpUrl === undefined ? ['SMTP_URL is not set, so this log has the log-in codes; see `npm run accounts`'] : []),
    ...(baseUrl.startsWith('https:')
      ? []
      : [`BASE_URL is ${baseUrl}, so emails lead there and cookies are not Secure`]),
  ];
}

function targetsSetting(environment: Environment): 'public' | 'any' {
  const text = textSetting(environment, 'WEBHOOK_TARGETS', 'public');
  if (text === 'public' || text === 'any') return text;
  throw new SettingError(`WEBHOOK_TARGETS is "${shown(text)}"; it must be public or any`);
}

/** The value may contain a password, so no error shows it. */
function smtpSetting(environment: Environment): string | undefined {
  const text = textSetting(environment, 'SMTP_URL', '');
  if (text === '') return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '') return text;
  throw new SettingError('SMTP_URL must be an address such as smtp://user:password@mail.example.org:587 or smtps://…');
}

function senderSetting(environment: Environment, fallback: string): string {
  const text = textSetting(environment, 'MAIL_FROM', fallback);
  if (/^[^\s@<>",;:]{1,64}@[^\s@<>",;:]{1,255}$/.test(text)) return text;
  throw new SettingError(`MAIL_FROM is "${shown(text)}"; it must be an email address`);
}

function socialSettings(environment: Environment): AccountsSettings['social'] {
  const pair = (idName: string, secretName: string) => {
    const [clientId, clientSecret] = allOrNone(environment, [idName, secretName]);
    return clientId && clientSecret ? { clientId, clientSecret } : undefined;
  };
  const github = pair('GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET');
  const google = pair('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET');
  return { ...(github ? { github } : {}), ...(google ? { google } : {}) };
}

function stripeSettings(environment: Environment): StripeSettings | undefined {
  const names = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'STRIPE_PRICE_ID'];
  const [secretKey, webhookSecret, priceId] = allOrNone(environment, names);
  return secretKey && webhookSecret && priceId ? { secretKey, webhookSecret, priceId } : undefined;
}

/** All of them or none. */
function allOrNone(environment: Environment, names: string[]): (string | undefined)[] {
  const values = names.map((name) => textSetting(environment, name, '') || undefined);
  const missing = names.filter((_, index) => values[index] === undefined);
  if (missing.length === 0 || missing.length === names.length) return values;
  throw new SettingError(`${missing.join(' and ')} must be set too: ${names.join(', ')} work only together`);
}
