/** The ways in which a message reaches a subscriber: a row each. Subscribers of another one are left alone. */
import { DAY, HOUR, MINUTE } from '#core/time.ts';

interface ChannelRow {
  /** Of ids of its subscribers. */
  prefix: string;
  /** Attempts are repeated for so long after the message was written. */
  retryTime: number;
  /** A message is of no use later, and not sent; absent for one that always is. */
  life?: number;
  /** Whether accounts have its subscribers, as many as their plan allows, and see deliveries. */
  isOfAccount: boolean;
  /** Status codes of a subscriber that is there no more. */
  gone: readonly number[];
  /** Whether a delivery confirms a subscriber. */
  isConfirmedByDelivery: boolean;
  /** What takes turns with others, and has a bound of attempts. @param url of a subscriber */
  hostOf(url: string): string;
}

/** A notification or an email is of no use later. */
export const SHORT_LIFE = 6 * HOUR;

/** Before the host of a service of push. */
export const PUSH_HOST = 'push ';

const BRIEF = { retryTime: SHORT_LIFE, life: SHORT_LIFE, isOfAccount: false };

const CHANNELS = {
  webhook: {
    ...{ prefix: 'wh', retryTime: DAY + 5 * MINUTE, isOfAccount: true, gone: [410], isConfirmedByDelivery: false },
    hostOf: (url) => new URL(url).host,
  },
  push: {
    ...{ ...BRIEF, prefix: 'ps', gone: [404, 410], isConfirmedByDelivery: true },
    hostOf: (url) => `${PUSH_HOST}${new URL(url).host}`,
  },
  email: {
    ...{ ...BRIEF, prefix: 'em', gone: [410], isConfirmedByDelivery: false },
    // All go to one server.
    hostOf: () => 'email',
  },
} as const satisfies Record<string, ChannelRow>;

export type Channel = keyof typeof CHANNELS;

export const channelRow = (channel: Channel): ChannelRow => CHANNELS[channel];

/** For SQL. */
export const channelsWhere = (isMeant: (row: ChannelRow) => boolean): string =>
  `(${Object.entries<ChannelRow>(CHANNELS)
    .flatMap(([name, row]) => (isMeant(row) ? [`'${name}'`] : []))
    .join(', ')})`;
