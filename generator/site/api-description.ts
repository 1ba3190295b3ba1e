/** `openapi.json` for static hosts, from what `scripts/compile.ts openapi` made of the gateway's endpoints. */
import { AGENCIES, type Agency, catalogName } from '#core/agencies.ts';
import { basePathOf } from '#core/base-path.ts';
import { data } from './assets.ts';
import type { PageSettings } from './pages/shell.ts';

interface ApiDescription {
  info: { title: string; description: string };
  servers: { url: string }[];
}

/** The bytes that the gateway answers, too. @param agencies in use */
export function apiDescription({ serviceName, baseUrl }: PageSettings, agencies: readonly Agency[]): string {
  const document = JSON.parse(data('openapi.json').toString()) as ApiDescription;
  const { info } = document;
  const named = info.description.replace(AGENCIES.join(', '), agencies.join(', '));
  const base = basePathOf(baseUrl);
  const lists = new Map<string, readonly string[]>([
    [AGENCIES.join(), agencies],
    [AGENCIES.map(catalogName).join(), agencies.map(catalogName)],
  ]);
  const own = {
    ...document,
    info: { ...info, title: serviceName, description: named },
    servers: [{ url: base === '' ? '/' : base }],
  };
  const inUse = (_: string, value: unknown): unknown =>
    Array.isArray(value) ? (lists.get(value.join()) ?? value) : value;
  return `${JSON.stringify(own, inUse, 1)}\n`;
}
