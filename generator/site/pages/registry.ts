/** Every page of the site, in the order of the navigation. Addresses, navigation, scripts and tests read this table. */
import { allYearsPage } from './all-years.ts';
import { compatibilityPage } from './compatibility.ts';
import { docsPage } from './docs.ts';
import { ERRORS } from './error-pages.ts';
import { eventPage } from './event.ts';
import { homePage } from './home.ts';
import { provincesPage } from './provinces.ts';
import type { SitePage } from './shell.ts';
import { statisticsPage } from './statistics.ts';
import { statusPage } from './status.ts';
import { widgetPage } from './widget.ts';

export const PAGES: readonly SitePage[] = [
  homePage,
  eventPage,
  allYearsPage,
  provincesPage,
  statisticsPage,
  statusPage,
  docsPage,
  compatibilityPage,
  widgetPage,
];

/** Those without an address, which are sent in place of others. */
export const UNLISTED_PAGES: readonly SitePage[] = [...ERRORS];
