import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createCodeUses } from '#api/domains/qr-codes/uses.ts';
import { contents, lessons, printedCodes, textbooks } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();

/** A textbook with one unit and one page, whose QR code was scanned `scans` times. */
async function made(name: string, scans = 0) {
  const { db } = world.services;
  const book = await makeTextBook(db, { name });
  const unit = await makeLesson(db, { textbookId: book.id, position: 0, number: 3, title: 'Unit 3', name: 'Colours' });
  const page = await makeContent(db, {
    ...{ lessonId: unit.id, position: 0, pageNumber: 5, name: 'Red' },
    ...{ type: ContentType.VIDEO, youtubeLink: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ' },
  });
  const codes = await db.select().from(printedCodes).where(eq(printedCodes.entityId, page.id));
  const link = codes.find(({ kind }) => kind === 'link');
  const uses = createCodeUses(world.services);
  for (let times = 0; link && times < scans; times += 1) await uses.count({ id: link.id, address: '203.0.113.7' });
  return { book, unit, page };
}

const edit = (path: string, language?: 'en' | 'jp') =>
  renderRoute({ world, path, role: 'Administrator', ...(language && { language }) });

test('a content’s form asks before a published page becomes a draft, and keeps what was typed when answered “no”', async () => {
  const { page } = await made('Drafted', 3);
  const { screen, user } = await edit(`/contents/${page.id}`);
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Name/ });
  await user.clear(name);
  await user.type(name, 'Scarlet');
  const published = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Published' });
  await user.click(published);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  const question = await screen.findByRole('alertdialog', { name: 'Unpublish “Red”?' });
  expect(question.textContent).toContain('Its printed codes will open nothing until it’s published again.');
  expect(question.textContent).toMatch(/Used 3 times in the last 30 days. Last used .*20\d\d/);
  expect(document.activeElement?.textContent).toBe('Cancel');

  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  await screen.findByText('Not saved. Turn this back on, or save again to unpublish.');
  expect(document.activeElement).toBe(published);
  expect([name.value, published.checked]).toEqual(['Scarlet', false]);
  const now = async () => {
    const [row] = await world.services.db.select().from(contents).where(eq(contents.id, page.id));
    return { name: row?.name, isDraft: row?.publishedAt === null };
  };
  expect(await now()).toEqual({ name: 'Red', isDraft: false });
  // Also after the page is loaded again.
  expect(JSON.stringify(Object.values(window.sessionStorage))).toContain('Scarlet');

  await user.click(screen.getByRole('button', { name: 'Save' }));
  const again = within(await screen.findByRole('alertdialog'));
  await user.click(again.getByRole('button', { name: 'Unpublish' }));
  await waitFor(async () => expect(await now()).toEqual({ name: 'Scarlet', isDraft: true }));
});

test('a unit’s and a textbook’s forms count the codes of their parts, and a draft that stays one is not asked about', async () => {
  const { book, unit, page } = await made('Whole', 1);
  const forms = [
    {
      path: `/units/${unit.id}?edit`,
      title: '「Unit 3 Colours」を下書きに戻しますか？',
      codes: '2件の',
      table: lessons,
    },
    { path: `/text-books/${book.id}?edit`, title: '「Whole」を下書きに戻しますか？', codes: '3件の', table: textbooks },
  ];
  for (const { path, title, codes, table } of forms) {
    const { screen, user } = await edit(path, 'jp');
    await user.click(await screen.findByRole('checkbox', { name: '公開する' }));
    await user.click(screen.getByRole('button', { name: '保存' }));
    const question = await screen.findByRole('alertdialog', { name: title });
    expect(question.textContent).toMatch(
      new RegExp(`${codes}印刷したコード.*この30日間に1回使われました。 最後の利用は`),
    );
    const id = table === lessons ? unit.id : book.id;
    const [row] = await world.services.db.select().from(table).where(eq(table.id, id));
    expect(row?.publishedAt).not.toBeNull();
    await user.click(within(question).getByRole('button', { name: 'キャンセル' }));
  }
  await world.services.db.update(contents).set({ publishedAt: null }).where(eq(contents.id, page.id));
  const { screen, user } = await edit(`/contents/${page.id}`);
  await user.type(await screen.findByRole('textbox', { name: /^Name/ }), ' and blue');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Changes saved.');
});

test('“Replace QR code” says how often the code was scanned, and that of a printed textbook is unlocked first', async () => {
  const { book, page } = await made('Replaced', 2);
  const { db } = world.services;
  const { screen, user } = await edit(`/contents/${page.id}`);
  const ask = async () => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Red' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Replace QR code' }));
    return screen.findByRole('alertdialog', { name: 'Replace the QR code of “Red”?' });
  };
  const question = await ask();
  expect(question.textContent).toContain('students who scan it see that it was replaced');
  expect(question.textContent).toContain('Used 2 times in the last 30 days. Last used');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions for Red');
  const hash = async () => (await db.select().from(contents).where(eq(contents.id, page.id)))[0]?.hashCode;
  expect(await hash()).toBe(page.hashCode);

  await world.services.pool.query(
    `insert into editions (id, textbook_id, number, name, printed_on) values (gen_random_uuid(), $1, 1, 'First', '2026-04-01')`,
    [book.id],
  );
  const locked = within(await ask());
  await locked.findByText(/printed as “First”/);
  await user.click(locked.getByRole('button', { name: 'Unlock and replace' }));
  await screen.findByText('QR code replaced.');
  expect(await hash()).not.toBe(page.hashCode);
});
