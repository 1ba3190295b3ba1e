/** Pages written for AFAD's event service. */
import { DAY, HOUR } from '#core/time.ts';
import { solutionsOf } from './catalogue.ts';
import type { Application } from './frame.ts';
import { localClock } from './requests.ts';
import { decimal, local, objects, text } from './values.ts';

/** Takes UTC for the browser's time, and asks for the last day in local time. */
const depremTakip: Application = {
  name: 'bahatarlaci/deprem-takip',
  uses: [
    {
      what: 'the last day by the clock of Türkiye, to the minute',
      requests: (now) => {
        const minute = (time: number): string => `${localClock(time).slice(0, 16).replace(' ', 'T')}:00`;
        const query = new URLSearchParams({
          ...{ start: minute(now - DAY), end: minute(now), limit: '200', orderby: 'timedesc', format: 'json' },
        });
        return [{ path: `/apiv2/event/filter?${query}`, headers: { accept: 'application/json' } }];
      },
      read: ([answer]) => {
        if (answer!.status !== 200) throw new Error(`AFAD servisi HTTP ${answer!.status} döndürdü`);
        return objects(answer!.json()).map((row) => ({
          time: local(text(row['date'])),
          magnitude: decimal(row['magnitude']),
          latitude: decimal(row['latitude']),
          longitude: decimal(row['longitude']),
          depthKm: decimal(row['depth']),
          place: text(row['location']),
          id: text(row['eventID']),
        }));
      },
      expected: (now) =>
        solutionsOf('afad').filter(({ time }) => time >= now - DAY + 3 * HOUR && time <= now + 3 * HOUR),
      ownError: -3 * HOUR,
    },
  ],
};

export const AFAD_WEB: Application[] = [depremTakip];
