/** English texts of the account pages. */

export const ENGLISH = {
  account: 'Account',
  map: 'Map',
  statistics: 'Statistics',
  dark: 'Dark theme',
  light: 'Light theme',
  firstKey: 'Create a key and send it with each request:',
  logIn: 'Log in',
  logOut: 'Log out',
  email: 'Email',
  sendCode: 'Send me a code',
  noPassword:
    'No password is needed. The first log-in creates your account. We store your email address: no name, no picture, ' +
    'no IP address.',
  haveCode: 'I already have a code',
  logInWith: (provider: string): string => `Log in with ${provider}`,
  or: 'or',
  loginIntro:
    'The data is open to everyone, without an account. With an account you create API keys, see ' +
    'your usage and upgrade to pro.',
  enterCode: 'Enter your code',
  codeSent: (email: string): string => `We sent a code of six digits to ${email}. Look in your spam folder too.`,
  code: 'Code',
  codeDigits: 'six digits',
  codeRules:
    'A code works once, within ten minutes, in the browser that asked for it; only the newest one counts. ' +
    'An address gets at most three codes an hour.',
  sendAgain: 'Send a new code',
  otherAddress: 'Use another address',
  codeLogged: (email: string): string => `This service sends no email: the code for ${email} is in its operator’s log.`,
  back: 'Back',
  toAccount: 'Go to your account',

  today: 'Today',
  plan: 'Plan',
  free: 'Free',
  pro: 'Pro',
  until: (date: string): string => `Until ${date}.`,
  used: (count: string, limit: string): string => `${count} of ${limit} requests used`,
  usedUnlimited: (count: string): string => `${count} requests, no daily limit`,
  remaining: (count: string): string => `${count} requests remaining`,
  resets: (duration: string): string => `Resets at 00:00 UTC, in ${duration}.`,
  burst: (count: string): string => `Up to ${count} requests per minute.`,
  exportRows: (count: string): string => `Exports of up to ${count} rows.`,
  duration: (hours: number, minutes: number): string => (hours > 0 ? `${hours} h ${minutes} min` : `${minutes} min`),
  upgradeOffer: (burst: string, rows: string): string =>
    `Pro: no daily limit, ${burst} requests per minute, exports of up to ${rows} rows, priority support. ` +
    '29 USD per month; cancel at any time.',
  upgrade: 'Upgrade to pro',
  noPayment: 'Online payment is not available here; the operator grants the pro plan.',
  contactOperator: (contact: string): string => `Contact: ${contact}`,
  billing: 'Manage subscription and invoices',

  lastDays: 'Last 30 days',
  chartLabel: (total: string): string => `Requests per day (UTC), ${total} in total`,
  noUsage: 'No requests were counted in the last 30 days. Unchanged responses (304 Not Modified) are not counted.',
  endpoint: 'Endpoint',
  requests: 'Requests',

  keys: 'API keys',
  noKeys: 'You have no API keys yet.',
  newKey: 'New key',
  keyName: 'Name',
  keyNameHint: 'What it is for, such as “phone” or “server”',
  createKey: 'Create key',
  created: 'Created',
  lastUsed: 'Last used',
  never: 'never',
  inDays: 'Requests in 30 days',
  rotatedUntil: (date: string): string => `Replaced; works until ${date}`,
  rename: 'Rename',
  rotate: 'Rotate',
  rotateHint: 'Creates a replacement; this key works for another 24 hours.',
  revoke: 'Revoke',
  revokeHint: 'This key stops working immediately. This cannot be undone.',
  manage: 'Manage',
  newKeyTitle: 'Your new key',
  keyShownOnce: 'This key is shown only once. Copy it now and store it safely.',
  keyExample: 'Example request:',

  settings: 'Settings',
  sessions: 'Sessions',
  thisSession: 'this session',
  since: (date: string): string => `since ${date}`,
  unknownAgent: 'unknown program',
  endSession: 'End session',
  endOthers: 'End all other sessions',
  exportTitle: 'Your data',
  exportHint: 'Everything that we store about this account, except for the hashes of your keys.',
  exportLink: 'Download as JSON',
  deleteTitle: 'Delete account',
  deleteWarning:
    'Your email address, sessions, keys and usage are deleted immediately. ' +
    'Your keys stop working, and your subscription is cancelled. This cannot be undone. ' +
    'To delete the account, enter its address.',
  yourAddress: 'Email address of this account',
  deleteConfirm: 'Delete permanently',
  deleted: 'Your account and all of its data have been deleted.',
  upgraded: 'Thank you. The pro plan starts as soon as your payment is confirmed, usually within a minute.',
  problem: 'Something went wrong',
  notFound: 'Page not found',
  support: 'Priority support.',
  supportAt: (contact: string): string => `Priority support: ${contact}.`,

  dataSource: (service: string, host: string): string => `Data source: ${service} (${host})`,
  agencyTerms: 'The data is subject to the terms of the source agencies:',
  documentation: 'Documentation',
  about: 'Terms and privacy',
  termsTitle: 'Terms of use',
  privacyTitle: 'Privacy',
  contact: 'Contact',
  termsOfUse: [
    'Free for non-commercial use, with attribution as shown at the bottom of this page. ' +
      'The paid plan sells a service, not data: the agencies’ terms apply to it as well.',
    'Provided as is, without warranty of any kind. For information only: official data comes from the national ' +
      'agencies, AFAD and Kandilli. Base decisions about life and property on theirs.',
    'One request per minute is enough: nothing changes faster. ' +
      'Send a User-Agent that names your program and a way to contact you.',
  ],
  privacy: [
    'With an account, we store your email address, your sessions with your browser’s name, ' +
      'the names and hashes of your keys, the number of requests by key, day and endpoint (30 days), your plan, ' +
      'your webhooks (address, rule, last 50 messages), ' +
      'and your Stripe identifiers. We store no name, picture, IP address or card details.',
    'Without an account, we store how many requests your IP address made that day, ' +
      'and log-in attempts as a hash for at most a day.',
    'For alerts without an account, we store your browser’s push address or your confirmed email address, the place and ' +
      'magnitude that you chose, and the alerts that you were sent, until you stop them.',
    'Cookies: your session (7 days), your language and theme (one year each), and, until you have logged in, that this ' +
      'browser asked for a code (ten minutes). We do not track you and share nothing.',
    'Deleting your account in its settings deletes all of this immediately.',
  ],
};

export type Texts = typeof ENGLISH;
