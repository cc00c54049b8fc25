import { describe, expect, it } from 'vitest';
import { deleteLesson } from '#schema/rest/lessons.ts';
import { deleteTextBook } from '#schema/rest/textbooks.ts';
import { makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { signIn } from '#tests/support/people.ts';
import { startProduct } from '#tests/support/product.ts';
import { send } from '#tests/api/school.ts';
import { told } from '#tests/support/staff-device.ts';
import { heading, staffAt, toast, wordsOf } from './staff-walk.ts';

const product = startProduct();

/** A book and its unit, both deleted, the unit first. */
async function deletedBook(name: string) {
  const { world } = product;
  const { accessToken: token } = await signIn(world, 'Administrator');
  const book = await makeTextBook(world.services.db, { name });
  const unit = await makeLesson(world.services.db, {
    textbookId: book.id,
    position: 0,
    title: 'Unit',
    name: `Unit of ${name}`,
  });
  await send(world, deleteLesson, { token, params: { id: unit.id } }).expect(204);
  await send(world, deleteTextBook, { token, params: { Id: book.id } }).expect(204);
  return { book, unit, unitName: `Unit of ${name}` };
}

describe('the trash', () => {
  it('finds, filters and brings back by keys alone what was deleted, parts after their wholes', async () => {
    const language = 'jp';
    const words = wordsOf(language, 'trash');
    const lists = wordsOf(language, 'lists');
    const name = `Lost ${language}`;
    const { unitName } = await deletedBook(name);
    const { page, toasts, complaints, context } = await staffAt(product, 'Administrator', '/trash', { language });
    const row = (text: string) => page.getByRole('row', { name: new RegExp(text) });
    await row(unitName).waitFor();

    // Found by its name; the address holds it, through a reload too.
    await page.getByRole('searchbox', { name: words('search') }).focus();
    await page.keyboard.type(name);
    await page.waitForURL(/search=Lost/);
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    await page.reload();
    await row(unitName).waitFor();
    await page.getByRole('button', { name: words('filterKind') }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: words('kindLesson'), exact: true }).focus();
    await page.keyboard.press('Space');
    await page.waitForURL(/kind=lessons/);
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.keyboard.press('Escape');

    // A part of what is in the trash itself waits for it.
    await row(unitName).getByText(words('parentFirst', { name })).waitFor();
    expect(await row(unitName).getByRole('button').count()).toBe(0);
    await page.getByRole('checkbox', { name: lists('tickRow', { name: unitName }) }).focus();
    await page.keyboard.press('Space');
    const bulk = page.getByRole('group', { name: lists('bulkActions') });
    await bulk.getByRole('button', { name: words('restoreSelected') }).focus();
    await page.keyboard.press('Enter');
    await told({ toasts }, wordsOf(language, 'messages')('restoreParentFirst', { name }));
    await row(unitName).waitFor();

    // Both at once: the book comes first, whatever was ticked first.
    await page.getByRole('button', { name: words('filterKind') }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: words('kindLesson'), exact: true }).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => page.getByRole('row').count()).toBe(3);
    await page.keyboard.press('Escape');
    await page
      .getByRole('checkbox', { name: lists('tickPage') })
      .locator('visible=true')
      .focus();
    await page.keyboard.press('Space');
    await bulk.getByText(lists('selected_other', { count: 2 })).waitFor();
    await bulk.getByRole('button', { name: words('restoreSelected') }).focus();
    await page.keyboard.press('Enter');
    await told({ toasts }, words('restoredMany_other', { count: 2 }));
    await page.getByRole('heading', { name: lists('noMatch', { search: name }) }).waitFor();
    await page.getByRole('button', { name: lists('clearFilters') }).click();
    await page.waitForURL(/\/trash$/);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('takes what a list deletes, and opens what it gives back', async () => {
    const book = await makeTextBook(product.world.services.db, { name: 'Round trip', publishedAt: null });
    const { page, complaints, context } = await staffAt(product, 'Administrator', '/textbooks');
    const restore = () => page.getByRole('button', { name: 'Restore Round trip' });
    const remove = async () => {
      await page.getByRole('button', { name: 'Actions for Round trip' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
    };
    await remove();
    await toast(page, 'Round trip was deleted.').getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: 'Round trip' }).waitFor();
    await remove();
    await page.getByRole('link', { name: 'Round trip' }).waitFor({ state: 'detached' });
    await page.getByRole('navigation', { name: 'Tools' }).getByRole('link', { name: 'Trash' }).click();
    await heading(page, 'Trash').waitFor();
    await page.getByRole('row', { name: /Round trip.*30 days left/s }).waitFor();
    await restore().focus();
    await page.keyboard.press('Enter');
    await toast(page, '“Round trip” was restored.').getByRole('button', { name: 'Open' }).click();
    await page.waitForURL(`**/text-books/${book.id}`);
    await heading(page, 'Round trip').waitFor();
    await page.goBack();
    await heading(page, 'Trash').waitFor();
    await restore().waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('cannot give back a short code that is another book’s by now, and says so', async () => {
    const language = 'en';
    const shortCode = `TAKEN-${language.toUpperCase()}`;
    const { book, unitName } = await deletedBook(`Gone ${language}`);
    const { db, pool } = product.world.services;
    await pool.query('update textbooks set short_code = $1 where id = $2', [shortCode, book.id]);
    await makeTextBook(db, { name: `Newer ${language}`, shortCode });
    const { page, toasts, context } = await staffAt(product, 'Administrator', '/trash?search=Gone', { language });
    await page.getByRole('row', { name: new RegExp(unitName) }).waitFor();
    await page.getByRole('button', { name: wordsOf(language, 'trash')('restoreName', { name: book.name }) }).click();
    await told({ toasts }, wordsOf(language, 'messages')('shortCodeExists'));
    await page.getByRole('row', { name: new RegExp(unitName) }).waitFor();
    await context.close();
  });

  it('shows a school owner what is theirs, and that there is none', async () => {
    const { page, complaints, context } = await staffAt(product, 'SchoolOwner', '/trash', { width: 'phone' });
    await page.getByRole('heading', { name: 'The trash is empty' }).waitFor();
    expect(await page.getByText('Lost').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
