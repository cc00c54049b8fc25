import { forgetDevice } from '#tests/support/dom.ts';
import { act, waitFor } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { newHashCode, newId } from '#api/ground/db/ids.ts';
import { finishedContents, lastOpenedUnits, profiles } from '#api/ground/db/schema.ts';
import { showDialogs } from '#tests/support/child-in-jsdom.tsx';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeContent, makeLesson, makeTextBook } from '#tests/support/teaching.ts';
import { paths } from '#web/paths.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { infoOf, type Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { finishedContent } from '#web/student/platform/change-progress.ts';
import { everybody } from '#web/student/platform/progress.ts';
import { shareProgress } from '#web/student/platform/share-progress.ts';

const world = keptWorld();
let book: Awaited<ReturnType<typeof makeTextBook>>;
let unit: Awaited<ReturnType<typeof makeLesson>>;
let pages: Awaited<ReturnType<typeof makeContent>>[];

beforeEach(async () => {
  showDialogs();
  forgetDevice();
  const { db } = world.services;
  book = await makeTextBook(db);
  unit = await makeLesson(db, { textbookId: book.id, position: 0 });
  pages = [];
  for (const position of [0, 1, 2]) pages.push(await makeContent(db, { lessonId: unit.id, position }));
});

async function aChild(): Promise<Profile> {
  const child = { id: newId(), name: 'Mia', animal: 'cat' } as const;
  await world.services.db.insert(profiles).values(child);
  return { ...child, token: await signStudentToken(world.services.secrets, child.id), classIds: [], place: null };
}

/** Puts the children on this device; the first is here. */
function hold(...children: readonly Profile[]): void {
  act(() => {
    for (const child of children) profileStore.add(child);
    const [first] = children;
    if (first) profileStore.setInfo(infoOf(first));
  });
}

const unitPath = () => paths.unitDetail({ unit: unit.hashCode, book: book.hashCode });
const codes = (...indexes: readonly number[]) => indexes.map((index) => pages[index]?.hashCode ?? '');
const keptOf = async ({ id }: Profile) => {
  const { db } = world.services;
  const rows = await db.select().from(finishedContents).where(eq(finishedContents.profileId, id));
  return rows.map(({ contentId }) => pages.findIndex((page) => page.id === contentId)).sort();
};

describe('a child’s hanamaru', () => {
  it('are on the next tablet too, beside those that this one has', async () => {
    const child = await aChild();
    const { screen, router } = await renderRoute({ world, path: paths.profiles() });
    const [first] = pages;
    await world.services.db.insert(finishedContents).values({ profileId: child.id, contentId: first?.id ?? '' });
    hold(child);
    await act(() => router.navigate(unitPath()));
    await screen.findByRole('link', { name: /Page 1.*done/ });
    act(() => void finishedContent(child.id, unit.hashCode, codes(1)[0] ?? ''));
    await waitFor(async () => expect(await keptOf(child)).toEqual([0, 1]));
    expect(screen.getAllByRole('link', { name: /done/ })).toHaveLength(2);
  });

  it('of an older version are taken along, of every child of the device, and codes of nothing fall away', async () => {
    const [mia, leo] = [await aChild(), await aChild()];
    await renderRoute({ world, path: paths.profiles() });
    const old = (...done: readonly string[]) => ({ lastUnit: unit.hashCode, done: { [unit.hashCode]: done } });
    const stored = { [mia.id]: old(...codes(0), newHashCode(), 'what is no code'), [leo.id]: old(...codes(1, 2)) };
    window.localStorage.setItem('progress', JSON.stringify(stored));
    hold(mia, leo);
    await waitFor(async () => expect([await keptOf(mia), await keptOf(leo)]).toEqual([[0], [1, 2]]));
    const isKept = { lastUnit: unit.hashCode, unsent: {}, openedAt: null };
    await waitFor(() =>
      expect(everybody.latest()).toMatchObject({
        [mia.id]: { ...isKept, done: { [unit.hashCode]: codes(0) } },
        [leo.id]: { ...isKept, done: { [unit.hashCode]: codes(1, 2) } },
      }),
    );
    const { db } = world.services;
    const rows = await db.select().from(lastOpenedUnits).where(eq(lastOpenedUnits.profileId, mia.id));
    expect(rows).toMatchObject([{ lessonId: unit.id }]);
  });

  it('that were earned without a network are kept, and sent when it is back', async () => {
    const child = await aChild();
    await renderRoute({ world, path: paths.profiles() });
    hold(child);
    await shareProgress();
    const offline = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'));
    act(() => void finishedContent(child.id, unit.hashCode, codes(2)[0] ?? ''));
    await waitFor(() => expect(offline).toHaveBeenCalled());
    expect(await keptOf(child)).toEqual([]);
    expect(everybody.latest()[child.id]?.unsent).toHaveProperty(codes(2)[0] ?? '');
    offline.mockRestore();
    window.dispatchEvent(new Event('online'));
    await waitFor(async () => expect(await keptOf(child)).toEqual([2]));
  });
});
