import { describe, expect, it } from 'vitest';
import { startProduct } from '#tests/support/product.ts';

const product = startProduct({ api: { emailTopLevelMaximum: 24 } });

describe('an installation that widens the e-mail pattern', () => {
  it('widens it in the form and in the API alike', async () => {
    const { page, context } = await product.browser.device();
    const answered = page.waitForResponse(async (response) => (await response.text()).includes('emailTopLevelMaximum'));
    await page.goto(`${product.world.url}/login`);
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
