/** A tile server on loopback with tiles of one colour, and the share of a picture with that colour. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import type { PageSettings } from '../../generator/site/pages/shell.ts';
import { readPixels } from './pixels.ts';

interface TestTiles {
  settings: NonNullable<PageSettings['tiles']>;
  /** Paths asked for, in order. */
  asked: string[];
}

const TILE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" fill="#f0f"/></svg>';

/** Ended after the test. @param missing path of the one tile that is not there */
export async function serveTiles(missing: string, t: { after(work: () => void): void }): Promise<TestTiles> {
  const asked: string[] = [];
  const server: Server = createServer(({ url = '' }, response) => {
    asked.push(url);
    response.writeHead(url === missing ? 404 : 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'no-store' });
    response.end(url === missing ? undefined : TILE);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { settings: { origin, template: `${origin}/{z}/{x}/{y}`, credit: 'Magenta <Maps>' }, asked };
}

/** Share of the map's pixels that show tiles, from 0 to 1. */
export async function tiledPart(page: Page): Promise<number> {
  const picture = (await page.locator('#map').screenshot()).toString('base64');
  return page.evaluate<number>(`(async () => {${readPixels(picture)}
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at] === 255 && data[at + 1] === 0 && data[at + 2] === 255) count += 1;
    return (count * 4) / data.length;
  })()`);
}
