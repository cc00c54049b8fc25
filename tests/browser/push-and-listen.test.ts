import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { contents, lessons, pushAndListenItems } from '#api/ground/db/schema.ts';
import { encodeWav } from '#api/app/demo/sounds/wav.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { settled } from '#tests/support/accessibility.ts';
import { patience } from '#tests/support/patience.ts';
import { startProduct } from '#tests/support/product.ts';
import { told } from '#tests/support/staff-device.ts';
import { makeContent } from '#tests/support/teaching.ts';
import { press, problem, staffAt, toast } from './staff-walk.ts';

const product = startProduct();

/** A sound is made anew by a process of its own, which is long in coming on a busy machine. */
const made = { timeout: 4 * patience };
const names = (page: Page) => page.locator('.item-words b').allInnerTexts();

/** A sound of so many seconds. */
const beep = (name: string, seconds: number) => ({
  name,
  mimeType: 'audio/wav',
  buffer: encodeWav(Float32Array.from({ length: seconds * 22_050 }, (_, at) => Math.sin(at / 8) * 0.4)),
});

/** Writes down which names were marked while time went on for their sound: a short one may be over before a test looks. */
async function listen(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.locator('.sound-side > audio').evaluate((audio: HTMLAudioElement) => {
    const heard = new Set<string>();
    audio.addEventListener('timeupdate', () => {
      const marked = document.querySelector('.item-line[aria-current] b')?.textContent;
      if (marked && audio.currentTime > 0.1) heard.add(marked);
      audio.dataset.heard = JSON.stringify([...heard]);
    });
  });
  return async () =>
    JSON.parse((await page.locator('.sound-side > audio').getAttribute('data-heard')) ?? '[]') as string[];
}

/** A Push and Listen page of the demo's own picture, still without sounds. */
async function newPage(publishedAt: Date | null = new Date()) {
  const { db } = product.world.services;
  const [lesson] = await db.select().from(lessons).limit(1);
  const [pictured] = await db.select().from(contents).where(eq(contents.type, ContentType.PUSH_AND_LISTEN)).limit(1);
  const content = await makeContent(db, {
    lessonId: lesson?.id ?? '',
    position: 60,
    type: ContentType.PUSH_AND_LISTEN,
    name: 'Animals',
    pageImageMediaId: pictured?.pageImageMediaId ?? null,
    publishedAt,
  });
  const rows = () =>
    db
      .select()
      .from(pushAndListenItems)
      .where(eq(pushAndListenItems.contentId, content.id))
      .orderBy(pushAndListenItems.position);
  return { content, rows, path: `/contents/${content.id}/push-and-listen` };
}

describe('the sounds of a page', () => {
  it('come from several files at once, are refused one by one, ordered by keys, and played through', async () => {
    const { path } = await newPage();
    const { page, complaints, toasts, context } = await staffAt(product, 'Administrator', path);
    // The first file is sent when the second one has arrived.
    let tell: () => void = () => undefined;
    const arrived = new Promise<void>((resolve) => (tell = resolve));
    await page.route('**/graphql', async (route) => {
      const holds = (name: string) => route.request().postDataBuffer()?.includes(`filename="${name}"`) === true;
      if (holds('black_cat.wav')) await arrived;
      await route.continue();
      if (holds('dog.wav')) void route.request().response().then(tell);
    });
    await page
      .locator('.add-sounds input[type=file]')
      .setInputFiles([
        beep('black_cat.wav', 0.5),
        beep('dog.wav', 0.5),
        { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') },
        { name: 'noise.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound at all') },
      ]);
    await expect.poll(() => names(page), made).toEqual(['black cat', 'dog']);
    await page.unroute('**/graphql');
    await page.getByText('notes.pdf wasn’t uploaded.').waitFor();
    await page.getByText('noise.mp3 wasn’t uploaded.').waitFor();
    await expect.poll(() => page.locator('.queued-sound').count()).toBe(2);
    await press(page, 'Cancel notes.pdf');
    await press(page, 'Cancel noise.mp3');
    const [first, second] = ['black cat', 'dog'];
    await page.getByRole('button', { name: `Move ${second} up` }).press('Enter');
    await expect.poll(() => names(page)).toEqual([second, first]);
    await told({ toasts }, `${second} is now number 1.`);

    // Played through: time goes on, and the mark goes from one to the next.
    const heard = await listen(page);
    await press(page, 'Play all in order');
    await expect.poll(heard).toEqual([second, first]);
    await page.getByRole('button', { name: 'Play all in order' }).waitFor();
    await expect.poll(() => page.locator('.item-line[aria-current]').count()).toBe(0);

    await page.reload();
    await expect.poll(() => names(page)).toEqual([second, first]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are recorded here, taken from earlier ones, renamed, deleted and brought back', async () => {
    const { path, rows } = await newPage();
    const { page, complaints, context } = await staffAt(product, 'Administrator', path);
    await press(page, 'Record or add a sound');
    const dialog = page.getByRole('dialog', { name: 'New sound' });
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await problem(page, 'name', 'Name is required').waitFor();
    await problem(page, 'audioId', 'Sound is required').waitFor();
    await dialog.locator('input[name=name]:focus').waitFor();
    await dialog.getByRole('button', { name: 'Record here' }).click();
    await page.evaluate(() => {
      const refused = new DOMException('no', 'NotAllowedError');
      navigator.mediaDevices.getUserMedia = () => Promise.reject(refused);
    });
    await dialog.getByRole('button', { name: 'Start recording' }).click();
    await dialog.getByText('Microphone blocked.').waitFor();
    // What the browser has by itself comes back.
    await page.evaluate(() => Reflect.deleteProperty(navigator.mediaDevices, 'getUserMedia'));
    await dialog.getByRole('button', { name: 'Start recording' }).click();
    await dialog.getByText('Recording…').waitFor();
    const level = () => dialog.locator('meter').evaluate((meter: HTMLMeterElement) => meter.value);
    await expect.poll(level, { interval: 20 }).toBeGreaterThan(0.05);
    await dialog.getByText(/^[1-9]\d* s$/).waitFor();
    await dialog.getByRole('button', { name: 'Stop', exact: true }).click();
    await dialog.getByText('Listen, then use it or record again.').waitFor();
    await dialog.getByLabel('Name').fill('beep');
    await dialog.getByRole('button', { name: 'Use this recording' }).click();
    await dialog.getByText('beep.wav is ready. Save to keep it.').waitFor(made);
    await dialog.getByRole('button', { name: 'Save and add another' }).click();
    await expect.poll(() => names(page)).toEqual(['beep']);
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('');

    await dialog.getByRole('button', { name: 'Earlier sounds' }).click();
    await dialog.getByRole('combobox').fill('beep');
    await dialog
      .getByRole('option', { name: /beep\.wav/ })
      .first()
      .click();
    await expect.poll(() => dialog.getByLabel('Name').inputValue()).toBe('beep');
    await dialog.getByLabel('Name').fill('beep again');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => names(page)).toEqual(['beep', 'beep again']);
    expect(new Set((await rows()).map((row) => row.audioMediaId)).size).toBe(1);

    await press(page, 'Actions for beep again');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit beep again' });
    await edit.getByLabel('Name').fill('second beep');
    await edit.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(() => names(page)).toEqual(['beep', 'second beep']);
    await press(page, 'Actions for beep');
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await expect.poll(() => names(page)).toEqual(['second beep']);
    await toast(page, 'beep was deleted.').getByRole('button', { name: 'Undo' }).click();
    await expect.poll(() => names(page)).toEqual(['beep', 'second beep']);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

describe('a spot', () => {
  it('is put, moved and resized by keys alone, drawn by mouse, and pushed as students will, in a draft too', async () => {
    const { path, rows } = await newPage(null);
    const { page, complaints, toasts, context } = await staffAt(product, 'Administrator', path);
    await page.locator('.add-sounds input[type=file]').setInputFiles([beep('cow.wav', 4)]);
    await page.getByRole('button', { name: 'Draw spot of cow' }).press('Enter', made);
    await page.getByRole('button', { name: 'Place a spot in the middle' }).press('Enter');
    const spot = page.getByRole('button', { name: /^Spot of cow/ });
    await spot.focus();
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowUp', 'Shift+ArrowRight', 'Shift+ArrowDown'])
      await page.keyboard.press(key);
    await page.getByRole('status').filter({ hasText: 'left 38%, top 39%, width 21%, height 13%' }).waitFor();
    await press(page, 'Save spot');
    await told({ toasts }, 'Spot of cow saved.');
    expect(await rows()).toMatchObject([{ spotX: 38, spotY: 39, spotWidth: 21, spotHeight: 13 }]);

    await press(page, 'Change spot of cow');
    await press(page, 'Remove spot');
    await settled(page);
    const sheet = await page.locator('.spot-page').boundingBox();
    if (!sheet) throw new Error('the page is not shown');
    await page.mouse.move(sheet.x + sheet.width * 0.1, sheet.y + 20);
    await page.mouse.down();
    await page.mouse.move(sheet.x + sheet.width * 0.6, sheet.y + 120, { steps: 4 });
    await page.mouse.up();
    await press(page, 'Save spot');
    await expect.poll(async () => Math.round((await rows())[0]?.spotX ?? 0)).toBe(10);

    const [preview] = await Promise.all([
      context.waitForEvent('page'),
      page.getByRole('button', { name: 'Preview as a student' }).click(),
    ]);
    await preview.getByRole('heading', { name: 'Animals' }).waitFor();
    await preview.locator('.sound-spot').click();
    await preview.locator('.sound-spot[data-playing]').waitFor();
    await preview.close();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
