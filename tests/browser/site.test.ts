import { describe, expect, it } from 'vitest';
import { startProduct } from '#tests/support/product.ts';

const product = startProduct({ api: { emailTopLevelMaximum: 24 } });

describe('an installation that widens the e-mail pattern', () => {
  it('widens it in the form and in the API alike', async () => {
    const { page, context } = await product.browser.device();
    await page.goto(`${product.world.url}/login`);
    const email = page.locator('input[name=email]');
    // The form is there before the answer that widens its rule.
    const isBad = async () => {
      await email.fill('hana@school.academy');
      await email.press('Tab');
      return email.getAttribute('aria-invalid');
    };
    await expect.poll(isBad).not.toBe('true');
    await page.locator('input[name=password]').fill('not the password');
    await page.locator('button[type=submit]').click();
    // Past the form's rule and the API's: only the pair is wrong.
    await page.getByText('Please check Email and Password').first().waitFor();
    await email.fill(`hana@school.${'x'.repeat(25)}`);
    await email.press('Tab');
    await page.getByText('Incorrect email format', { exact: true }).waitFor();
    await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
    await context.close();
  });
});
