/** Where the browser is. */
import type { Point } from '#core/geo.ts';
import { MINUTE, SECOND } from '#core/time.ts';

type Failure = 'denied' | 'unavailable' | 'insecure';

/** About 1 km is enough for distances in whole kilometres, and tells less of the reader. */
const rounded = (degrees: number): number => Math.round(degrees * 100) / 100;

export function locate(found: (point: Point) => void, failed: (why: Failure) => void): void {
  if (!isSecureContext) return failed('insecure');
  if (!('geolocation' in navigator)) return failed('unavailable');
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => found({ latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) }),
    ({ code, PERMISSION_DENIED }) => failed(code === PERMISSION_DENIED ? 'denied' : 'unavailable'),
    { timeout: 20 * SECOND, maximumAge: 10 * MINUTE },
  );
}
