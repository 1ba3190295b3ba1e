/** Accessibility of a page by axe-core, which is evaluated in it and never part of it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
}

export async function assertAccessible(page: Page, name: string): Promise<void> {
  await page.evaluate(AXE);
  await assertNoViolations(page, name);
}

async function assertNoViolations(page: Page, name: string): Promise<void> {
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResult;
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html} ${nodes[0]!.failureSummary ?? ''}`);
  assert.deepEqual(found, [], name);
}

/** Pages without scripts: axe needs timers, so it looks at copies, one after the other in one page. */
export class AccessibleCopies {
  readonly #page: Promise<Page>;

  /** @param url of any of the pages: addresses of styles are relative to it */
  constructor(browser: Browser, url: string) {
    this.#page = openBlank(browser, url);
  }

  async assertAccessible(page: Page, name: string): Promise<void> {
    const copy = await this.#page;
    await copy.setViewportSize(page.viewportSize()!);
    await copy.setContent(await page.content());
    assert.ok(await copy.evaluate<boolean>('[...document.styleSheets].some((one) => one.cssRules.length > 10)'), name);
    await assertNoViolations(copy, name);
  }
}

async function openBlank(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage();
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }));
  await page.goto(url);
  await page.evaluate(AXE);
  return page;
}
