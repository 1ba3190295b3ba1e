/** Sends what is queued: several messages at once, and of them a tenth of one account, and to one host. */
import type { EpochMs } from '#core/time.ts';
import { shareOf, UsedSlots } from '../access/shares.ts';
import { faultLine, type Log } from '../http/log.ts';
import { deliver, type DeliveryOptions } from './delivery.ts';
import { bodyOf } from './formats.ts';
import { type Channel, channelRow, PUSH_HOST } from './channels.ts';
import type { EmailSender } from './email-message.ts';
import { pushRequest, type PushSender } from './push-message.ts';
import { type AlertQueue, type Attempt, type Finished, type QueuedMessage, turnsOf } from './queue.ts';
import { signedHeaders } from './signature.ts';

/**
 * Attempts in progress: in all, to one service of push, which has many subscribers, and to subscribers whose last
 * attempt failed. One of these may take 10 s.
 */
const AT_ONCE = { all: 64, push: 32, failing: 32 };

/** Also where nobody else waits: who comes next need not wait for slow ones. */
const mostOf = (name: string): number => (name.startsWith(PUSH_HOST) ? AT_ONCE.push : shareOf(AT_ONCE.all));

interface SenderOptions {
  queue: AlertQueue;
  delivery: DeliveryOptions;
  push: PushSender;
  email: Pick<EmailSender, 'send'>;
  now: () => EpochMs;
  /** 0 to 1. */
  random: () => number;
  log: Log;
  onSwitchedOff: (subscriber: string, reason: NonNullable<Finished['switchedOff']>) => Promise<void>;
}

export class Sender {
  /** Attempts by what they ended with. */
  readonly outcomes: Record<Finished['outcome'], number> = { delivered: 0, failed: 0, retried: 0 };
  readonly #options: SenderOptions;
  readonly #inProgress = new Set<Promise<void>>();
  readonly #used = new UsedSlots();
  #failing = 0;
  #looking: Promise<void> | undefined;
  readonly #stopping = new AbortController();

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  /** Takes what is due until nothing is, or nothing more fits; one look at a time. */
  send(): Promise<void> {
    return (this.#looking ??= this.#look().finally(() => (this.#looking = undefined)));
  }

  async #look(): Promise<void> {
    while (!this.#stopping.signal.aborted && this.#inProgress.size < AT_ONCE.all) {
      const { queue, now } = this.#options;
      const messages = await queue.take(now(), {
        messages: AT_ONCE.all - this.#inProgress.size,
        failing: AT_ONCE.failing - this.#failing,
        busy: this.#used.from(mostOf),
        of: (name) => mostOf(name) - this.#used.of(name),
      });
      if (messages.length === 0) return;
      for (const message of messages) this.#start(message);
    }
  }

  /** Resolves when nothing that is due is left, and no attempt is in progress. */
  async idle(): Promise<void> {
    while (this.#looking || this.#inProgress.size > 0) await Promise.all([this.#looking, ...this.#inProgress]);
  }

  /** An attempt that is ended is repeated later, with the same id. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.idle();
  }

  #start(message: QueuedMessage): void {
    const { failingSince } = message;
    const turns = turnsOf(message);
    const failing = failingSince === null ? 0 : 1;
    this.#failing += failing;
    for (const name of turns) this.#used.add(name, 1);
    const attempt = this.#attempt(message)
      .catch((error: unknown) => this.#options.log(`alerts: ${faultLine(error)}`))
      .finally(() => {
        this.#inProgress.delete(attempt);
        this.#failing -= failing;
        for (const name of turns) this.#used.add(name, -1);
        void this.send().catch(() => {});
      });
    this.#inProgress.add(attempt);
  }

  async #attempt(message: QueuedMessage): Promise<void> {
    const { queue, now, random, onSwitchedOff } = this.#options;
    const attempt = await this.#deliver(message);
    if (!attempt.isDelivered && this.#stopping.signal.aborted) return;
    const { outcome, switchedOff } = await queue.finish(message, attempt, now(), random());
    this.outcomes[outcome] += 1;
    if (switchedOff) await onSwitchedOff(message.subscriber, switchedOff);
  }

  async #deliver(message: QueuedMessage): Promise<Attempt> {
    const { channel, createdAt } = message;
    const { life = Infinity } = channelRow(channel);
    return this.#options.now() >= createdAt + life ? TOO_OLD : this.#ways[channel](message);
  }

  readonly #ways: Record<Channel, (message: QueuedMessage) => Promise<Attempt>> = {
    webhook: (message) => this.#post(message, webhookRequest(message, this.#options.now())),
    push: async (message) => this.#post(message, await pushRequest(message, this.#options.push, this.#options.now())),
    email: (message) => this.#options.email.send(message),
  };

  #post({ url }: QueuedMessage, request: Request): Promise<Attempt> {
    return deliver({ ...request, url, signal: this.#stopping.signal }, this.#options.delivery);
  }
}

const TOO_OLD: Attempt = { isDelivered: false, error: 'too old' };

type Request = Pick<Parameters<typeof deliver>[0], 'body' | 'headers'>;

function webhookRequest(message: QueuedMessage, now: EpochMs): Request {
  const { id, secret, formerSecret, formerUntil } = message;
  const body = bodyOf(message.body, message);
  const secrets = formerSecret !== null && (formerUntil ?? 0) > now ? [secret, formerSecret] : [secret];
  return { body, headers: signedHeaders(id, now, body, secrets) };
}
