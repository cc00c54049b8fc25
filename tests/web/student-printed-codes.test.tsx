import '#tests/support/dom.ts';
import { waitFor } from '@testing-library/react';
import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { newHashCode } from '#api/ground/db/ids.ts';
import { contents, printedCodes } from '#api/ground/db/schema.ts';
import { paths } from '#web/paths.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { networkPatience } from '#web/student/platform/apollo/stored-answers-link.ts';

const world = keptWorld();
beforeAll(() => {
  // jsdom has nothing to scroll.
  Element.prototype.scrollTo = () => undefined;
});

/** Whether a request asks where a printed link leads. */
const asksTheWay = (request: Parameters<typeof fetch>) => JSON.stringify(request).includes('CodeRedirect');

describe('a scanned code that opens something else', () => {
  it('leads there, counts the scan, and leaves links of the app alone', async () => {
    const { db } = world.services;
    const { id: textbookId, hashCode: book } = await makeTextBook(db, { shortCode: 'MOVED-1' });
    const { id: lessonId, hashCode: unit } = await makeLesson(db, { textbookId, position: 0, name: 'Colours' });
    const red = await makeContent(db, { lessonId, position: 0, name: 'Red' });
    const blue = await makeContent(db, { lessonId, position: 1, name: 'Blue' });
    const codeOf = (id: string) => and(eq(printedCodes.entityId, id), eq(printedCodes.kind, 'code'));
    const opens = async (id: string, target: string) => {
      const [row] = await db.select().from(printedCodes).where(codeOf(target));
      await db.update(printedCodes).set({ targetId: row?.id }).where(codeOf(id));
    };
    await opens(red.id, blue.id);
    const requests = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => requests.mockRestore());
    const { screen, router } = await renderRoute({ world, path: `/student/content/${red.hashCode}` });
    await screen.findByRole('heading', { name: 'Blue' });
    expect(router.state.location).toMatchObject({ pathname: paths.studentContent(blue.hashCode) });
    await waitFor(async () => {
      const rows = await db.select().from(printedCodes).where(eq(printedCodes.kind, 'link'));
      const usesOf = (id: string) => rows.find(({ entityId }) => entityId === id)?.uses;
      expect([usesOf(red.id), usesOf(blue.id)]).toEqual([1, 0]);
    });
    await router.navigate(paths.studentContent(red.hashCode, { book }));
    await screen.findByRole('heading', { name: 'Red' });
    expect(requests.mock.calls.filter(asksTheWay)).toHaveLength(1);

    await opens(lessonId, blue.id);
    await router.navigate(paths.unitDetail({ unit, printed: '' }));
    await screen.findByRole('heading', { name: 'Blue' });
    await db.update(contents).set({ deletedAt: new Date() }).where(eq(contents.id, blue.id));
    await router.navigate(`/student/content/${red.hashCode}`);
    await screen.findByRole('heading', { name: 'This isn’t here any more' });
  });
});

describe('a scanned code when nobody can say what it opens', () => {
  it.each([
    ['cannot be reached', () => Promise.reject(new TypeError('no network'))],
    ['never answers', () => new Promise<never>(() => undefined)],
  ])('opens its own page, which the device may have, where the network %s', async (_, answer) => {
    const wait = globalThis.setTimeout;
    const timers = vi.spyOn(globalThis, 'setTimeout');
    // The page’s patience ends soon.
    timers.mockImplementation((run: () => void, after?: number) => wait(run, after === networkPatience ? 50 : after));
    onTestFinished(() => timers.mockRestore());
    const { db } = world.services;
    const { id: textbookId } = await makeTextBook(db);
    const { id: lessonId } = await makeLesson(db, { textbookId, position: 0 });
    const { hashCode } = await makeContent(db, { lessonId, position: 0, name: 'Green' });
    const send = globalThis.fetch;
    const requests = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation((...request) => (asksTheWay(request) ? answer() : send(...request)));
    onTestFinished(() => requests.mockRestore());
    const { screen } = await renderRoute({ world, path: `/student/content/${hashCode}` });
    await screen.findByRole('heading', { name: 'Green' });
    expect(requests.mock.calls.filter(asksTheWay)).toHaveLength(1);
  });
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

describe('a scanned code in whose place a new one was made', () => {
  it('says so kindly in both languages, opens nothing, and is counted', async () => {
    const { db } = world.services;
    const { id: textbookId } = await makeTextBook(db);
    const { id: lessonId } = await makeLesson(db, { textbookId, position: 0 });
    const { id, hashCode } = await makeContent(db, { lessonId, position: 0, name: 'Secret' });
    await db.update(contents).set({ hashCode: newHashCode() }).where(eq(contents.id, id));
    const said = {
      en: ['This code is old now', 'Ask your teacher for the new one.'],
      jp: ['コードが あたらしく なったよ', '先生せんせいに あたらしい コードを きいてね。'],
    } as const;
    for (const language of ['en', 'jp'] as const) {
      const { screen } = await renderRoute({ world, path: `/student/content/${hashCode}`, language });
      const [title, text] = said[language];
      const heading = await screen.findByRole('heading', { name: title });
      expect(heading.closest('main')?.textContent).toContain(text);
      expect(document.body.textContent).not.toContain('Secret');
    }
    await waitFor(async () => {
      const rows = await db
        .select()
        .from(printedCodes)
        .where(eq(printedCodes.key, `contents:${hashCode}`));
      expect(rows).toMatchObject([{ uses: 2, usesAfterEnd: 2 }]);
    });
  });
});
