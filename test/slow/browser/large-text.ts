/** Text at 200 % on a phone: no page scrolls sideways, and no text is above other text. */
import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { eventPage } from '../../../generator/site/pages/event.ts';
import { PAGES, UNLISTED_PAGES } from '../../../generator/site/pages/registry.ts';
import { WITHOUT_CHROMIUM as skip } from '../../support/chromium.ts';
import { opened, PROVINCE_PAGES, sitePages, VIEWS } from '../../support/site-pages.ts';

const PICTURES = process.env['SCREENSHOTS'];

const pages = sitePages();

/** Pairs of lines of text that cover each other, cut to what their boxes show. */
const OVERLAPS = `(() => {
  const shown = (node, { left, right, top, bottom }) => {
    // Descenders and accents may touch the next line.
    const quarter = (bottom - top) / 4;
    let box = { left, right, top: top + quarter, bottom: bottom - quarter };
    for (let one = node.parentElement; one; one = one.parentElement) {
      const { overflowX, overflowY, clipPath, position } = getComputedStyle(one);
      if (overflowX !== 'visible' || overflowY !== 'visible' || clipPath !== 'none') {
        const clip = one.getBoundingClientRect();
        if (one === document.body || one === document.documentElement) continue;
        box = {
          left: Math.max(box.left, clip.left), right: Math.min(box.right, clip.right),
          top: Math.max(box.top, clip.top), bottom: Math.min(box.bottom, clip.bottom),
        };
      }
      if (position === 'fixed') break;
    }
    return box;
  };
  const lines = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!node.data.trim() || !node.parentElement.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) {
      const box = shown(node, rect);
      if (box.right - box.left > 3 && box.bottom - box.top > 3) lines.push({ ...box, text: node.data.trim().slice(0, 40) });
    }
  }
  lines.sort((a, b) => a.top - b.top);
  const found = [];
  lines.forEach((one, index) => {
    for (let next = index + 1; next < lines.length && lines[next].top < one.bottom - 2; next += 1) {
      const other = lines[next];
      if (Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2) found.push(one.text + ' / ' + other.text);
    }
  });
  return found;
})()`;

/** What is wider than the screen and in no box that scrolls. */
const TOO_WIDE = `[...document.querySelectorAll('body *')]
  .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1)
  .filter((one) => !one.closest('.scrolled, .unseen, svg, nav, pre'))
  .map((one) => one.cloneNode(false).outerHTML.slice(0, 90))`;

/** The second one is 400 % on a screen of 1280 px (WCAG 1.4.10). */
const SCREENS = [
  { view: VIEWS[0], width: 390, scale: '200%' },
  { view: VIEWS[1], width: 390, scale: '200%' },
  { view: VIEWS[0], width: 320, scale: '100%' },
];

for (const { view, width, scale } of SCREENS)
  test(`text at ${scale} on ${width} px, in ${view.locale}`, { skip }, async () => {
    const { page, close } = await opened(pages, view);
    await page.setViewportSize({ width, height: 844 });
    const language = view.locale === 'tr-TR' ? 'tr' : 'en';
    for (const site of [...PAGES, ...UNLISTED_PAGES, ...PROVINCE_PAGES]) {
      const query = site === eventPage ? `?id=${pages.data.detailed[0]!.id}` : '';
      await page.goto(`${pages.host.url}${site.path[language]}${query}`);
      await page.evaluate(`document.documentElement.style.fontSize = '${scale}'`);
      await page.waitForSelector('body[data-ready]');
      await page.clock.runFor(1000);
      const name = `${site.title.en}, ${scale}, ${language}`;
      if (PICTURES !== undefined) {
        await mkdir(PICTURES, { recursive: true });
        await page.screenshot({ path: path.join(PICTURES, `${name}.png`), fullPage: true });
      }
      assert.deepEqual(await page.evaluate<string[]>(TOO_WIDE), [], `too wide: ${name}`);
      assert.equal(await page.evaluate<number>('document.documentElement.scrollWidth'), width, name);
      assert.deepEqual(await page.evaluate<string[]>(OVERLAPS), [], `text above text: ${name}`);
    }
    await close();
  });
