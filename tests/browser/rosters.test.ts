import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { classes } from '#api/ground/db/schema.ts';
import { ChildGuard } from '#schema/rest/enumerations.ts';
import type { AnimalName } from '#schema/rules/profile-name.ts';
import { accessibilityViolations } from '#tests/support/accessibility.ts';
import type { Device, DeviceOptions } from '#tests/support/browser.ts';
import { startProduct } from '#tests/support/product.ts';
import { makeChild, makeClass, makeLesson, makeTextBook } from '#tests/support/teaching.ts';

const product = startProduct();
const names: readonly (readonly [name: string, animal: AnimalName])[] = [
  ['Mia', 'cat'],
  ['そら', 'fox'],
  ['そら', 'fox'],
];
const pictures: AnimalName[] = ['owl', 'bear', 'frog'];
let room: { id: string; classHashCode: string };

beforeAll(async () => {
  const { db } = product.world.services;
  const book = await makeTextBook(db);
  await makeLesson(db, { textbookId: book.id, position: 0 });
  room = await makeClass(db, { textbookId: book.id, className: '1A', childGuard: ChildGuard.NONE });
  for (const [at, [name, animal]] of names.entries())
    await makeChild(db, { classId: room.id, number: at + 1, name, animal, pictures });
});

const guard = (childGuard: ChildGuard) =>
  product.world.services.db.update(classes).set({ childGuard }).where(eq(classes.id, room.id));

async function tablet(options: DeviceOptions = {}): Promise<Device> {
  const device = await product.browser.device(options);
  await device.page.goto(`${product.world.url}/student/class/${room.classHashCode}`);
  await device.page.locator('.profile-tile').nth(3).waitFor();
  return device;
}

const faces = ({ page }: Device) => page.locator('.profile-tile:not(.profile-tile-add) .profile-tile-name');
const storedIds = ({ page }: Device) =>
  page.evaluate(() => (JSON.parse(localStorage.getItem('profiles') ?? '[]') as { id: string }[]).map(({ id }) => id));

describe('a tablet with the class’s code', () => {
  test('shows the class’s children, and a child is the same one on the next tablet', async () => {
    await guard(ChildGuard.NONE);
    const [first, second] = [await tablet(), await tablet()];
    expect(await faces(first).allInnerTexts()).toEqual(['Mia', '2 そら', '3 そら']);
    for (const { page } of [first, second]) {
      await page.getByRole('button', { name: 'Mia' }).click();
      await page.getByRole('heading', { name: '1A', exact: true }).waitFor();
    }
    expect(await storedIds(first)).toEqual(await storedIds(second));
    // Handing over shows the class again, without the code.
    await first.page.locator('.page-header-profile').click();
    await expect.poll(() => faces(first).allInnerTexts()).toEqual(['Mia', '2 そら', '3 そら']);
  });

  test('asks for the child’s animals each time, where the class says so', async () => {
    await guard(ChildGuard.PICTURES);
    const device = await tablet({ language: 'en' });
    const { page } = device;
    const tap = async (...shown: readonly string[]) => {
      for (const name of shown) await page.locator('dialog').getByRole('button', { name, exact: true }).click();
    };
    await page.getByRole('button', { name: 'Mia' }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    await tap('Owl', 'Frog', 'Bear');
    await page.getByText('Not those three').waitFor();
    await tap('Owl', 'Bear', 'Frog');
    await page.getByRole('heading', { name: '1A', exact: true }).waitFor();
    await page.locator('.page-header-profile').click();
    await page.getByRole('button', { name: 'Mia' }).click();
    await page.locator('dialog[open]').waitFor();
    // A new tab of this tablet does not open the child without its animals either.
    const next = await device.context.newPage();
    await next.goto(`${product.world.url}/student/profiles`);
    await next.getByRole('button', { name: 'Mia' }).click();
    await next.locator('dialog[open]').waitFor();
  });
});
