/** The generator's settings. */
import { resolve } from 'node:path';
import type { Agency } from '#core/earthquake.ts';
import { addressSetting, agenciesSetting, boxSetting, flagSetting, textSetting } from '#core/environment.ts';
import type { Box } from '#core/geo.ts';
import type { Settings } from './build/build.ts';
import { REGION } from './sources/admit.ts';
import type { FeedAddresses } from './sources/feeds.ts';

export interface Config {
  /** Databases and captures. */
  dataDir: string;
  distDir: string;
  /** Ask no feed. */
  offline: boolean;
  agencies: Agency[];
  region: Box;
  settings: Settings;
  addresses: FeedAddresses;
}

/** @throws SettingError naming the variable */
export function readConfig(env: Record<string, string | undefined>): Config {
  return {
    dataDir: resolve(textSetting(env, 'DATA_DIR', 'data')),
    distDir: resolve(textSetting(env, 'DIST_DIR', 'dist')),
    offline: flagSetting(env, 'OFFLINE'),
    agencies: agenciesSetting(env, 'SOURCES'),
    region: boxSetting(env, 'REGION', REGION),
    settings: {
      serviceName: textSetting(env, 'SERVICE_NAME', 'zelzele'),
      baseUrl: addressSetting(env, 'BASE_URL', 'http://localhost:8787'),
    },
    addresses: {
      kandilli: addressSetting(env, 'KANDILLI_URL', 'http://www.koeri.boun.edu.tr'),
      kandilliMonthly: addressSetting(env, 'KANDILLI_MONTHLY_URL', 'http://udim.koeri.boun.edu.tr'),
      kandilliStations: addressSetting(env, 'KANDILLI_STATIONS_URL', 'http://eida.koeri.boun.edu.tr'),
      afad: addressSetting(env, 'AFAD_URL', 'https://deprem.afad.gov.tr'),
      usgs: addressSetting(env, 'USGS_URL', 'https://earthquake.usgs.gov'),
      gcmt: addressSetting(env, 'GCMT_URL', 'https://www.ldeo.columbia.edu/~gcmt/projects/CMT/catalog'),
    },
  };
}
