/** Accessibility of a page by axe-core, which is evaluated in it and never part of it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[];
}

export async function assertAccessible(page: Page, name: string): Promise<void> {
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as AxeResult;
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]!.html} ${nodes[0]!.failureSummary ?? ''}`);
  assert.deepEqual(found, [], name);
}

/** Of a page whose scripts are off: axe needs timers, so it looks at a copy. */
export async function assertAccessibleCopy(page: Page, name: string): Promise<void> {
  const context = await page.context().browser()!.newContext({ viewport: page.viewportSize() });
  const copy = await context.newPage();
  const body = await page.content();
  await copy.route(page.url(), (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }));
  await copy.goto(page.url());
  await assertAccessible(copy, name);
  await context.close();
}
