import { renderRoute } from './render-route.tsx';
import { act, waitFor } from '@testing-library/react';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { signStudentToken } from '#api/domains/auth/tokens.ts';
import { boardFollowers, boardSessions } from '#api/ground/db/schema.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { paths } from '#web/paths.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { infoOf, placeIn } from '#web/student/platform/profiles/stored-profile.ts';
import { showDialogs } from './child-in-jsdom.tsx';
import { forgetDevice } from './dom.ts';
import { makeBoardSession, makeChild, makeClass, makeContent, makeLesson, makeTextBook } from './teaching.ts';
import type { World } from './world.ts';

/** Before each test, a class with its child Mia, two pages for the board, and a tablet that was never used. */
export function lessonOfMia(world: World) {
  let made: Awaited<ReturnType<typeof make>>;

  async function make() {
    const { db } = world.services;
    const book = await makeTextBook(db, { name: 'Board' });
    const { id: lessonId } = await makeLesson(db, { textbookId: book.id, position: 0 });
    const page = (position: number, name: string) =>
      makeContent(db, { lessonId, position, name, type: ContentType.READ });
    const pages = [await page(0, 'Red'), await page(1, 'Blue')] as const;
    const room = await makeClass(db, { textbookId: book.id, className: 'Room 1' });
    return { book, pages, room, child: await makeChild(db, { classId: room.id, name: 'Mia' }) };
  }

  beforeEach(async () => {
    showDialogs();
    forgetDevice();
    made = await make();
  });

  /** The board leads to the first page. */
  const begin = (db: Queryable = world.services.db) =>
    makeBoardSession(db, { classId: made.room.id, contentId: made.pages[0].id });

  /** A child of the class whose profile is on the device. */
  async function profileOf({ id, name }: { readonly id: string; readonly name: string }) {
    const { book, room } = made;
    const place = placeIn({ ...room, textBook: book });
    const token = await signStudentToken(world.services.secrets, id);
    return { id, name, animal: 'cat', token, classIds: [room.id], place } as const;
  }

  return {
    made: () => made,
    begin,
    profileOf,

    /** The board leads, and Mia has agreed on another tablet. */
    beginWithMia: () =>
      world.services.db.transaction(async (db) => {
        const { id: sessionId } = await begin(db);
        await db.insert(boardFollowers).values({ sessionId, profileId: made.child.id });
      }),

    /** The teacher turns to the second page. */
    turn: () =>
      world.services.db
        .update(boardSessions)
        .set({ contentId: made.pages[1].id, version: sql`${boardSessions.version} + 1` })
        .where(eq(boardSessions.classId, made.room.id)),

    /** What the server knows of a child that follows. */
    kept: (profileId = made.child.id) =>
      world.services.db.select().from(boardFollowers).where(eq(boardFollowers.profileId, profileId)),

    /** The class's page with Mia on this device. */
    visit: async () => {
      const shown = await renderRoute({ world, path: paths.check });
      const profile = await profileOf(made.child);
      act(() => {
        profileStore.add(profile);
        profileStore.setInfo(infoOf(profile));
      });
      await act(() => shown.router.navigate(paths.studentClass(made.room.classHashCode)));
      const isAt = (index: 0 | 1) =>
        waitFor(() =>
          expect(shown.router.state.location.pathname).toBe(`/student/content/${made.pages[index].hashCode}`),
        );
      return { ...shown, isAt };
    },
  };
}
