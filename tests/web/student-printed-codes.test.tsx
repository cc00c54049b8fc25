import '#tests/support/dom.ts';
import { waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { printedCodes } from '#api/ground/db/schema.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { keptWorld } from '#tests/support/kept-world.ts';

const world = keptWorld();
beforeAll(() => {
  // jsdom has nothing to scroll.
  Element.prototype.scrollTo = () => undefined;
});

describe('a right code whose page was deleted', () => {
  it('says so kindly, typed and scanned, and counts both', async () => {
    const { db } = world.services;
    const { id: textbookId } = await makeTextBook(db, { shortCode: 'GONE-1' });
    const { id: lessonId } = await makeLesson(db, { textbookId, position: 0 });
    const { id, hashCode } = await makeContent(db, { lessonId, position: 0, pageNumber: 3, deletedAt: new Date() });
    const { screen, user, router } = await renderRoute({ world, path: '/student/profiles' });
    await user.type(await screen.findByLabelText('Book code or class code'), 'gone 1 p3');
    await user.click(screen.getByRole('button', { name: 'Explore the book' }));
    expect((await screen.findByRole('alert')).textContent).toContain('This page isn’t here any more.');

    await router.navigate(`/student/content/${hashCode}`);
    await screen.findByRole('heading', { name: 'This isn’t here any more' });
    await waitFor(async () => {
      const rows = await db.select().from(printedCodes).where(eq(printedCodes.entityId, id));
      expect(Object.fromEntries(rows.map(({ kind, uses }) => [kind, uses]))).toEqual({ code: 0, form: 1, link: 1 });
    });
  });
});
