/** `/il/`: all provinces, by their names in Turkish order. */
import { PROVINCE_FOLDERS } from '#core/paths.ts';
import { PROVINCES } from '#core/provinces.ts';
import { markup } from '../drawing/markup.ts';
import { both } from './language.ts';
import { provincePath } from './content.ts';
import { prefixOf, type SitePage } from './shell.ts';
import { inTurkishOrder } from '../drawing/turkish.ts';

export const provincesPage: SitePage = {
  path: { tr: `/${PROVINCE_FOLDERS.tr}/`, en: `/${PROVINCE_FOLDERS.en}/` },
  name: { tr: 'İller', en: 'Provinces' },
  title: { tr: 'İllere göre depremler', en: 'Earthquakes by province' },
  description: {
    tr: 'Türkiye’nin 81 ilinin son depremleri, kayıtlardaki en büyük depremleri, diri fayları ve deprem istasyonları.',
    en: 'The 81 provinces of Türkiye: latest and largest earthquakes, active faults and seismic stations of each.',
  },
  script: 'page.ts',
  main: (site, language) => {
    const items = inTurkishOrder(PROVINCES, ({ name }) => name).map(
      (province) =>
        markup`<li><a href="${prefixOf(site)}${provincePath(province)[language]}"><span class="code">${province.code}</span> ${province.name}</a></li>\n`,
    );
    return markup`<main id="main" class="narrow" tabindex="-1">
<h1>${both('İllere göre depremler', 'Earthquakes by province')}</h1>
<p class="large">${both(
      'Her ilin son depremleri, en büyük depremleri, diri fayları ve deprem istasyonları.',
      'Latest and largest earthquakes, active faults and seismic stations of each province.',
    )}</p>
<ul class="places all">${items}</ul>
</main>`;
  },
};
