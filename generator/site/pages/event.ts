/** `/deprem/`: the page of any earthquake, filled by its script. */
import type { Site } from './shell.ts';
import { both, footer, page } from './shell.ts';

export const eventPage = (site: Site): string =>
  page(site, {
    title: { tr: 'Deprem', en: 'Earthquake' },
    description: 'Bir depremin bütün kurumlara göre büyüklüğü, derinliği, odak mekanizması ve geçmişi.',
    path: '/deprem/',
    script: site.assets.event,
    name: 'event',
    main: `<main id="main" tabindex="-1"><p class="waiting">${both('Yükleniyor…', 'Loading…')}</p></main>${footer()}`,
  });
