import { expect, it } from 'vitest';
import { accessibilityViolations, bringAxe, type WorldWithAxe } from '#tests/support/accessibility.ts';
import { viewports } from '#tests/support/browser.ts';
import { isolatedWorld } from '#tests/support/isolated-world.ts';
import { startProduct } from '#tests/support/product.ts';

const product = startProduct();

it('axe is asked all again of what another width shows or draws otherwise, and of places alone where it does not', async () => {
  const { page, context } = await product.browser.device({ width: 'desktop' });
  await page.goto(`${product.world.url}/student/profiles`);
  await page.locator('.profile-tile-add').waitFor();
  const world = await isolatedWorld(page);
  await bringAxe(world);
  const asked = () =>
    world.evaluate(() => (globalThis as unknown as WorldWithAxe).rulesToAsk(['target-size']).runOnly ?? 'all');
  expect(await asked()).toBe('all');
  await page.setViewportSize(viewports.tablet);
  expect(await asked()).toEqual(['target-size']);

  await page.evaluate(() => {
    const [button, text] = ['button', 'p'].map((name) => document.createElement(name));
    if (!button || !text) throw new Error('no elements');
    button.className = 'narrow-only';
    text.className = 'narrow-pale';
    text.textContent = 'a cat';
    document.querySelector('main')?.append(button, text);
    const rules = new CSSStyleSheet();
    rules.replaceSync(`
      .narrow-only { display: none; }
      .narrow-pale { background: #fff; color: #000; }
      @media (max-width: 900px) { .narrow-pale { color: #eee; } }
      @media (max-width: 500px) { .narrow-only { display: block; } .narrow-pale { color: #000; } }`);
    document.adoptedStyleSheets = [rules];
  });
  const findings = async (width: keyof typeof viewports) => {
    await page.setViewportSize(viewports[width]);
    return (await accessibilityViolations(page)).map((finding) => finding.replace(/:.*/, ''));
  };
  expect(await findings('desktop')).toEqual([]);
  expect(await findings('tablet')).toEqual(['color-contrast']);
  expect(await findings('phone')).toEqual(['button-name']);
  await context.close();
});
