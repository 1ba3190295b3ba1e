/** A catalogue that has heard one agency twice, through real requests, and lets it answer as a test likes. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import type { Agency } from '#core/earthquake.ts';
import type { EpochMs } from '#core/time.ts';
import { feedsOf } from '../../generator/catalog/documents/feed-states.ts';
import { finishIngest } from '../../generator/ingest.ts';
import { afadBody, kandilliBody, type Quake, quakes, usgsBody, windowOf, within } from './agency-documents.ts';
import { records } from './catalog.ts';
import { startSchedule, type TestSchedule } from './test-schedule.ts';

export type Live = 'afad' | 'usgs' | 'kandilli';

export interface ReplayedAgency extends TestSchedule {
  all: Quake[];
  /** Lets a feed answer so from now on; honestly without a body. */
  answers(agency: Live, body?: (all: Quake[], now: EpochMs) => Uint8Array): void;
  publish(): Promise<void>;
  published(): string[];
}

const FEED = { afad: 'afad', usgs: 'usgs', kandilli: 'live' } as const;
const HONEST: Record<Live, (all: Quake[], now: EpochMs) => Uint8Array> = {
  afad: (all) => afadBody(all),
  usgs: (all, now) => usgsBody(all, now),
  kandilli: (all, now) => kandilliBody(all, now),
};

/** One agency, and others if given, that have sent the same twenty earthquakes twice. */
export async function replayAgency(t: TestContext, agency: Live, others: Live[] = []): Promise<ReplayedAgency> {
  const schedule = await startSchedule(t, { agencies: [agency, ...others] });
  const { replay, context, clock } = schedule;
  for (const feed of Object.keys(replay.modes)) replay.modes[feed as keyof typeof replay.modes] = 'given';
  const all = quakes(20, clock.now);
  const replayed: ReplayedAgency = {
    ...schedule,
    all,
    answers(of, body = HONEST[of]) {
      replay.modes[FEED[of]] = 'given';
      replay.bodies[FEED[of]] = (url) =>
        url.searchParams.has('eventid')
          ? null
          : body(of === 'kandilli' ? replayed.all : within(windowOf(url), replayed.all), clock.now);
    },
    async publish() {
      await schedule.round();
      finishIngest(context);
    },
    published: () =>
      records(context.db).map(({ id, time, latitude, longitude, depthKm, magnitude, location }) =>
        JSON.stringify([id, time, latitude, longitude, depthKm, magnitude, location]),
      ),
  };
  for (const one of [agency, ...others]) replayed.answers(one);
  for (let round = 0; round < 2; round += 1) await replayed.publish();
  assert.equal(replayed.published().length, 20);
  return replayed;
}

export const stateOf = ({ context: { db } }: ReplayedAgency, agency: Agency) => {
  const { quarantined, error, lastSuccess } = feedsOf(db, agency);
  return { quarantined: quarantined.map(({ finding }) => finding.code), error, lastSuccess };
};
