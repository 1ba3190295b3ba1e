/** How search engines and previews of links name a page; the gateway puts one in the place of another. */
import { html as markup, raw } from 'hono/html';

type Language = 'tr' | 'en';

interface PageHead {
  language: Language;
  /** Without the service's name, as the previews'. */
  title: string;
  /** In previews; {@link title} when absent. */
  previewTitle?: string | undefined;
  description: string;
  previewDescription?: string | undefined;
  serviceName: string;
  /** Of the page in both languages, whole. */
  addresses: Record<Language, string>;
  /** Address of the picture of a preview. */
  picture?: string | undefined;
}

/** Pixels. */
export const PREVIEW = { width: 1200, height: 630 };

const pictureTags = (url: string) => markup`<meta property="og:image" content="${url}">
<meta property="og:image:width" content="${PREVIEW.width}">
<meta property="og:image:height" content="${PREVIEW.height}">
<meta name="twitter:card" content="summary_large_image">
`;

export function pageHead({
  language,
  title,
  description,
  serviceName,
  addresses,
  picture,
  ...preview
}: PageHead): string {
  const { previewTitle = title, previewDescription = description } = preview;
  return markup`<title>${title} · ${serviceName}</title>
<meta name="description" content="${description}">
<meta property="og:title" content="${previewTitle}">
<meta property="og:description" content="${previewDescription}">
<meta property="og:site_name" content="${serviceName}">
<meta property="og:url" content="${addresses[language]}">
${picture === undefined ? '' : pictureTags(picture)}<link rel="canonical" href="${addresses[language]}">
<link rel="alternate" hreflang="tr" href="${addresses.tr}">
<link rel="alternate" hreflang="en" href="${addresses.en}">
<link rel="alternate" hreflang="x-default" href="${addresses.tr}">
`.toString();
}

const valueOf = (page: string, property: string): string | undefined => {
  const [, rest] = page.split(`<meta property="${property}" content="`, 2);
  return rest?.slice(0, rest.indexOf('"'));
};

/** As HTML. */
export const serviceNameIn = (page: string): string => valueOf(page, 'og:site_name') ?? '';

/** A page with the head of another one, and what that one says before its script. @param facts HTML */
export function pageWith(page: string, head: Omit<PageHead, 'serviceName'>, facts: string): string {
  const picture = valueOf(page, 'og:image');
  // Escaped already, as they stand in the page.
  const stated = { serviceName: raw(serviceNameIn(page)), picture: picture && raw(picture) };
  const from = page.indexOf('<title>');
  const to = page.indexOf('\n', page.indexOf('hreflang="x-default"')) + 1;
  const [main, end] = [page.indexOf('>', page.indexOf('<main ')) + 1, page.indexOf('<p class="waiting">')];
  return `${page.slice(0, from)}${pageHead({ ...stated, ...head } as PageHead)}${page.slice(to, main)}${facts}${page.slice(end)}`;
}
