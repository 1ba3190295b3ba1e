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
  register: 'Create an account',
  email: 'Email',
  password: 'Password',
  newPassword: 'New password',
  currentPassword: 'Current password',
  passwordHint: '8 to 128 characters. A few random words make a good password.',
  forgot: 'Forgot your password?',
  noAccount: 'No account yet?',
  haveAccount: 'Already have an account?',
  logInWith: (provider: string): string => `Log in with ${provider}`,
  or: 'or',
  loginIntro:
    'The data is open to everyone, without an account. With an account you create API keys, see ' +
    'your usage and upgrade to pro.',
  registerIntro: 'We store your email address and a hash of your password: no name, no picture, no IP address.',
  checkEmail: 'Check your email',
  registered: (email: string): string =>
    `We sent you an email. Check your spam folder. The link sent to ${email} activates ` +
    `your account; it works for a day.`,
  emailsLogged: 'This service runs in development mode: emails are written to the operator’s log.',
  confirmTitle: 'Confirm your email address',
  confirmIntro: 'Enter the password that you registered with to activate your account.',
  confirm: 'Confirm and log in',
  forgotTitle: 'Reset your password',
  forgotIntro: 'We will email you a link to choose a new password.',
  sendLink: 'Send the link',
  resetSent: (email: string): string =>
    `If ${email} has an account, we sent you an email. Check your spam folder. The link works once, within an hour.`,
  resetTitle: 'Choose a new password',
  resetIntro: 'This ends all sessions. Your API keys keep working.',
  save: 'Save',
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
  changePassword: 'Change password',
  changePasswordHint: 'This ends all other sessions. Your API keys keep working.',
  sessions: 'Sessions',
  thisSession: 'this session',
  since: (date: string): string => `since ${date}`,
  unknownAgent: 'unknown program',
  endSession: 'End session',
  endOthers: 'End all other sessions',
  exportTitle: 'Your data',
  exportHint: 'Everything that we store about this account, except for hashes of your password and keys.',
  exportLink: 'Download as JSON',
  deleteTitle: 'Delete account',
  deleteWarning:
    'Your email address, password, sessions, keys and usage are deleted immediately. ' +
    'Your keys stop working, and your subscription is cancelled. This cannot be undone.',
  deleteConfirm: 'Delete permanently',
  deleted: 'Your account and all of its data have been deleted.',
  passwordChanged: 'Your password has been changed. All other sessions have ended.',
  passwordReset: 'Your new password has been saved. Log in with it.',
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
    'With an account, we store your email address, a hash of your password, your sessions with your browser’s name, ' +
      'the names and hashes of your keys, the number of requests by key, day and endpoint (30 days), your plan, ' +
      'your webhooks (address, rule, last 50 messages), ' +
      'and your Stripe identifiers. We store no name, picture, IP address or card details.',
    'Without an account, we store how many requests your IP address made that day, ' +
      'and log-in attempts as a hash for at most a day.',
    'For alerts without an account, we store your browser’s push address or your confirmed email address, the place and ' +
      'magnitude that you chose, and what you were told, until you end them.',
    'Cookies: your session (7 days), your language and theme, and that this browser has ' +
      'logged in before (one year each), ' +
      'so that other people’s wrong passwords do not lock you out. We do not track you and share nothing.',
    'Deleting your account in its settings deletes all of this immediately.',
  ],
};

export type Texts = typeof ENGLISH;
