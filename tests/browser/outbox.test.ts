import { describe, expect, it } from 'vitest';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import { patience } from '#tests/support/patience.ts';
import { startProduct } from '#tests/support/product.ts';
import { deskAt, speak, speaking, statesOf } from '#tests/support/speaking.ts';

const product = startProduct();

/** A sound is made anew by a process of its own, which is long in coming on a busy machine. */
const made = { timeout: 4 * patience };

describe('what could not be sent', () => {
  it('goes by itself, once, when the network is back', async () => {
    const device = await speaking(product, { language: 'jp', width: 'phone', child: 5 });
    const { page, context } = device;
    const posted = () => statesOf(product, device.speaker);
    const chip = page.locator('.page-header-waiting button');
    await speak(page);
    await deskAt(page, 'made').waitFor();
    expect(await chip.count()).toBe(0);
    await context.setOffline(true);
    await page.locator('.record-send').click();
    await page.getByRole('alert').filter({ hasText: 'ここに のこっているよ' }).waitFor();
    await chip.getByText('1こ おくるまえ').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await chip.click();
    await page.getByRole('dialog').getByText(device.speaker.name).waitFor();
    await page.getByRole('dialog').getByText('じどうで').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);

    // A device that wakes up somewhere else in the app: what answers is a server that rests.
    await context.route('**/graphql', (route) => route.fulfill({ status: 503, body: '' }));
    await context.setOffline(false);
    await page.goto(new URL('/student/profiles', page.url()).href);
    await chip.waitFor();
    expect(await posted()).toEqual([]);
    await context.unroute('**/graphql');
    await expect.poll(() => posted(), made).toEqual(['pending']);
    await expect.poll(() => chip.count(), made).toBe(0);
    await page.reload();
    await page.locator('.page-header').waitFor();
    expect([await chip.count(), await posted()]).toEqual([0, ['pending']]);
    await context.close();
  });
});
