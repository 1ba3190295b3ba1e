/** Typed models on `/docs/`: the files, and how each language reads the list with them. */
import { markup, type Markup } from '../drawing/markup.ts';
import type { ModelExample } from './content.ts';
import { both } from './language.ts';
import { prefixOf, type Site } from './shell.ts';

const section = ({ name, code }: ModelExample): Markup =>
  markup`<section class="start"><h3>${name}</h3><pre tabindex="0"><code>${code}</code></pre></section>\n`;

export const modelsPart = (
  site: Site,
): Markup => markup`<h2 class="part-title" id="models">${both('Hazır veri türleri', 'Typed models')}</h2>
<p>${both(
  'Yanıtların türleri, API tanımından üretilir. Dosyayı projenize ekleyin; sonradan eklenen alanlar ve değerler hiçbir şeyi bozmaz.',
  'The answers as types, made from the description of the API. Add the file to your project: new members and words break nothing.',
)}</p>
<p class="starts">${site.models.map(({ name, file }) => markup`<a href="${prefixOf(site)}/${file}" download>${name}</a> `)}</p>
${site.models.map(section)}`;
