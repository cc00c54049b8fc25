import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { addStaff } from '#tests/api/school.ts';
import { demoEmail, demoPassword } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { told } from '#tests/support/staff-device.ts';
import { fill, heading, problem, staffAt, wordsOf } from './staff-walk.ts';

const product = startProduct();

const picture = (name: string, mimeType: string, size = 200) => ({ name, mimeType, buffer: Buffer.alloc(size, 'x') });

/** The device believes that it has had its access token for an hour, and asks for another one. */
const ageTokens = (page: Page) =>
  page.evaluate(() => {
    const held = JSON.parse(localStorage.getItem('loginInfo') ?? '{}') as object;
    localStorage.setItem('loginInfo', JSON.stringify({ ...held, receivedAt: Date.now() - 3_600_000 }));
  });

describe('sections 5 and 8', () => {
  it('a session that the server ended is said, and the page asked for comes after the login', async () => {
    const language = 'jp';
    const messages = wordsOf(language, 'messages');
    const { page, toasts, context } = await staffAt(product, 'Administrator', '/classes', { language });
    await product.world.services.pool.query(
      'delete from refresh_families where user_id = (select id from users where email = $1)',
      [demoEmail.Administrator],
    );
    await ageTokens(page);
    await page.reload();
    await told({ toasts }, messages('sessionExpired'));
    await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('to') === '/classes');
    expect(await page.evaluate(() => localStorage.getItem('loginInfo'))).toBeNull();
    await page.locator('input[name=email]').waitFor();
    await fill(page, 'email', demoEmail.Administrator);
    await fill(page, 'password', demoPassword);
    await page.locator('button[type=submit]').click();
    await heading(page, wordsOf(language, 'classes')('title')).waitFor();
    await context.close();
  });

  it('who is gone meanwhile is not found, and an address that is none is none of ours', async () => {
    const language = 'en';
    const messages = wordsOf(language, 'messages');
    const users = wordsOf(language, 'users');
    const user = await addStaff(product.world, { role: 'Teacher', status: UserStatus.INVITED });
    const { page, toasts, context } = await staffAt(product, 'Administrator', `/users/${user.id}`, { language });
    const resend = page.getByRole('button', { name: users('resendInvitation') });
    await resend.waitFor();
    await product.world.services.pool.query('update users set deleted_at = now() where id = $1', [user.id]);
    await resend.click();
    await told({ toasts }, messages('notFound'));
    await page.goto(`${product.world.url}/audit?who=nobody`);
    await page
      .locator('.list-state')
      .filter({ hasText: messages('validationFailed') })
      .waitFor();
    await told({ toasts }, messages('validationFailed'));
    await context.close();
  });

  it('a report wants both its days, the last one after the first', async () => {
    const language = 'jp';
    const messages = wordsOf(language, 'messages');
    const { page, complaints, context } = await staffAt(product, 'Administrator', '/reports', { language });
    const show = page.locator('.report-dates button[type=submit]');
    await show.waitFor();
    await fill(page, 'From', '');
    await fill(page, 'To', '');
    await show.press('Enter');
    await problem(page, 'From', messages('fromDateRequire')).waitFor();
    await problem(page, 'To', messages('toDateRequire')).waitFor();
    await page.locator('input[name=From]:focus').waitFor();
    await fill(page, 'From', '2026-04-02');
    await fill(page, 'To', '2026-04-02');
    await show.press('Enter');
    await problem(page, 'To', messages('toDateAfterFrom')).waitFor();
    await fill(page, 'To', 'tomorrow');
    await show.press('Enter');
    await problem(page, 'To', messages('invalidDate')).waitFor();
    await fill(page, 'To', '2026-04-03');
    await show.press('Enter');
    await page.waitForURL(/from=2026-04-02/);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('a picture that is too large, or none, is refused in words', async () => {
    const language = 'en';
    const messages = wordsOf(language, 'messages');
    const { page, complaints, context } = await staffAt(product, 'Administrator', '/text-books/new', { language });
    const input = page.locator('.picture-field input[type=file]');
    for (const [file, key] of [
      [picture('large.jpg', 'image/jpeg', 10 * 1024 * 1024 + 1), 'fileTooLarge'],
      [picture('page.pdf', 'application/pdf'), 'pdfNotAllowed'],
      [picture('drawing.svg', 'image/svg+xml'), 'svgNotAllowed'],
      [picture('photo.heic', 'image/heic'), 'heicNotAllowed'],
      [picture('notes.txt', 'text/plain'), 'imageTypeNotAllowed'],
      [picture('noise.png', 'image/png'), 'pictureBroken'],
    ] as const) {
      await input.setInputFiles(file);
      await page
        .locator('.picture-field')
        .filter({ hasText: messages(key) })
        .waitFor();
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
