import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser, type TestBrowser } from '#tests/support/browser.ts';
import { startWorld, type World } from '#tests/support/world.ts';

let world: World;
let browser: TestBrowser;

beforeAll(async () => {
  [world, browser] = await Promise.all([startWorld({ api: { emailTopLevelMaximum: 24 } }), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world.close();
});

describe('an installation that widens the e-mail pattern', () => {
  it('widens it in the form and in the API alike', async () => {
    const { page, context } = await browser.device();
    const answered = page.waitForResponse(async (response) => (await response.text()).includes('emailTopLevelMaximum'));
    await page.goto(`${world.url}/login`);
    await answered;
    const email = page.locator('input[name=email]');
    await email.fill('hana@school.academy');
    await page.locator('input[name=password]').fill('not the password');
    await page.locator('button[type=submit]').click();
    // Past the form's rule and the API's: only the pair is wrong.
    await page.getByText('Please check Email and Password').first().waitFor();
    await email.fill(`hana@school.${'x'.repeat(25)}`);
    await email.press('Tab');
    await page.getByText('Incorrect email format', { exact: true }).waitFor();
    expect(await email.getAttribute('aria-invalid')).toBe('true');
    await context.close();
  });
});
