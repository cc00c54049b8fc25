import '#tests/support/dom.ts';
import { Readable } from 'node:stream';
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { linkChecks, media } from '#api/ground/db/schema.ts';
import { makeBrokenLink } from '#tests/support/broken-links.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';

const world = keptWorld();

/** A textbook whose page "Red" has lost its picture. */
async function made(name: string) {
  const { db } = world.services;
  const book = await makeTextBook(db, { name });
  const unit = await makeLesson(db, { textbookId: book.id, position: 0, number: 3, name: 'Colours' });
  const content = await makeContent(db, { lessonId: unit.id, position: 0, pageNumber: 5, name: 'Red' });
  const link = await makeBrokenLink(db, { contentId: content.id });
  return { book, content, link };
}

async function bringBack(linkId: string): Promise<void> {
  const { db, storage } = world.services;
  const [row] = await db.select().from(linkChecks).where(eq(linkChecks.id, linkId));
  const [file] = await db
    .update(media)
    .set({ byteSize: 3, sha256: createHash('sha256').update('red').digest('hex') })
    .where(eq(media.id, row?.target ?? ''))
    .returning();
  await storage.put(file?.storageKey ?? '', Readable.from(['red']));
}

test('a textbook says that it has broken links, and its list leads to what is mended', async () => {
  const { book } = await made('Rainbow');
  const other = await made('Ocean');
  const { screen, user } = await renderRoute({ world, path: `/text-books/${book.id}`, role: 'Administrator' });
  await screen.findByText('1 link or file of this textbook is broken.');
  await user.click(screen.getByRole('link', { name: 'Show broken links' }));
  const row = await screen.findByRole('row', { name: /^Red/ });
  expect(row.textContent).toMatch(/Rainbow · Unit 3, page 5.*File missing.*Image: page\.png/);
  // Only of this textbook, until another is chosen.
  expect(screen.queryByText(/Ocean · /)).toBeNull();
  await user.click(await screen.findByRole('button', { name: 'All textbooks' }));
  // A second try of this test has made the book before.
  await screen.findAllByText(/Ocean · /);
  expect(screen.getAllByRole('link', { name: 'Red' }).map((link) => link.getAttribute('href'))).toContain(
    `/contents/${other.content.id}`,
  );
});

test('a link is looked at again: what is still broken stays, what works leaves the list', async () => {
  const { book, link } = await made('Forest');
  const path = `/text-books/broken-links?textbook=${book.id}`;
  const { screen, user } = await renderRoute({ world, path, role: 'Administrator' });
  const again = async () => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Red' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Check again now' }));
  };
  await again();
  await screen.findByText('Red is still broken.');
  await bringBack(link.id);
  await again();
  await screen.findByText('Red works again.');
  await waitFor(() => expect(screen.queryByRole('row', { name: /^Red/ })).toBeNull());
});

test('the textbooks lead to what is broken in all of them, with its number', async () => {
  const { screen, user } = await renderRoute({ world, path: '/textbooks', role: 'Administrator' });
  await user.click(await screen.findByRole('button', { name: /^Broken links \(\d+\)$/ }));
  await screen.findByRole('heading', { name: 'Broken links', level: 1 });
});
