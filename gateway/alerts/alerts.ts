/** Alerts of one gateway: follows the dataset, holds back, sends. Several gateways share the work by the database. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type EpochMs, HOUR, SECOND } from '#core/time.ts';
import type { PlanLimits } from '../access/quota/limits.ts';
import type { Dataset } from '../dataset/dataset.ts';
import type { Snapshot } from '../dataset/snapshot.ts';
import { failureLog, type Log } from '../http/log.ts';
import type { SqlDatabase } from '../store/sql-database.ts';
import type { DeliveryOptions } from './delivery.ts';
import type { EmailSender } from './email-message.ts';
import { Follower } from './follower.ts';
import { HeldMessages } from './held.ts';
import { pushKeys } from './push-keys.ts';
import { AlertQueue, type Finished } from './queue.ts';
import { Sender } from './sender.ts';
import { ActiveSubscribers } from './active-subscribers.ts';
import { Unreadable } from './unreadable.ts';

export interface AlertsOptions {
  database: SqlDatabase;
  dataset: Pick<Dataset, 'peek' | 'onChange'>;
  limits: PlanLimits;
  baseUrl: string;
  delivery: DeliveryOptions;
  /** Who sends push messages (RFC 8292): an address of https or mailto. */
  pushSubject: string;
  email: Pick<EmailSender, 'send'>;
  now: () => EpochMs;
  random: () => number;
  log: Log;
  /** Tells the owner. */
  onSwitchedOff: (subscriber: string, reason: NonNullable<Finished['switchedOff']>) => Promise<void>;
}

export interface AlertCounts {
  /** Messages that wait, of all gateways. */
  queued: number;
  /** Attempts of this gateway. */
  attempts: Record<Finished['outcome'], number>;
  /** Changes that this gateway could not read. */
  passedOver: number;
  /** Earthquakes of one agency alone, beyond its budget. */
  overBudget: number;
}

/** Between two looks at the queue: other gateways and retries add to it. */
const INTERVAL = SECOND;
const PURGE_INTERVAL = HOUR;

export class Alerts {
  readonly #options: AlertsOptions;
  readonly #queue: AlertQueue;
  readonly #follower: Follower;
  readonly #held: HeldMessages;
  readonly #sender: Sender;
  readonly #unreadable: Unreadable;
  #followed: Snapshot | undefined;
  #purgedAt = -Infinity;
  #overBudget = 0;
  #waiting = new AbortController();
  readonly #stopping = new AbortController();

  constructor(options: AlertsOptions) {
    const { database, limits } = options;
    const rules = new ActiveSubscribers(database, limits);
    this.#options = options;
    this.#queue = new AlertQueue(database);
    this.#unreadable = new Unreadable(options.log);
    this.#follower = new Follower({
      ...{ ...options, rules, unreadable: this.#unreadable },
      overBudget: ({ source, event_id: eventId }) => {
        this.#overBudget += 1;
        options.log(`alerts: ${source} alone reports ${eventId}, more than its budget: held back`);
      },
    });
    this.#held = new HeldMessages(database, rules);
    const push = { subject: options.pushSubject, keys: pushKeys(database) };
    this.#sender = new Sender({ ...options, push, queue: this.#queue });
    options.dataset.onChange(() => this.#waiting.abort());
  }

  /** Resolves after {@link stop}. */
  async run(): Promise<void> {
    const working = failureLog(this.#options.log, 'alerts');
    while (!this.#stopping.signal.aborted) {
      this.#waiting = new AbortController();
      try {
        await this.step();
        working.recovered();
      } catch (error) {
        working.failed(error);
      }
      const signal = AbortSignal.any([this.#waiting.signal, this.#stopping.signal]);
      await sleep(INTERVAL, undefined, { signal }).catch(() => {});
    }
    await this.#sender.stop();
  }

  /** What is published, what is due, and what is old. */
  async step(): Promise<void> {
    const { dataset, now } = this.#options;
    const snapshot = dataset.peek();
    const isNew = snapshot && snapshot !== this.#followed && !this.#unreadable.isWaiting(snapshot, now());
    if (isNew && !(await this.#follower.follow(snapshot))) this.#followed = snapshot;
    await this.#held.release(now());
    await this.#sender.send();
    if (Math.abs(now() - this.#purgedAt) < PURGE_INTERVAL) return;
    this.#purgedAt = now();
    await this.#queue.purge(now());
  }

  /** Resolves when no attempt is in progress. */
  idle(): Promise<void> {
    return this.#sender.idle();
  }

  stop(): void {
    this.#stopping.abort();
  }

  async counts(): Promise<AlertCounts> {
    const { passedOver } = this.#unreadable;
    return {
      queued: await this.#queue.length(),
      attempts: this.#sender.outcomes,
      passedOver,
      overBudget: this.#overBudget,
    };
  }
}
