import { newClassCode, newHashCode, newId } from '#api/ground/db/ids.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import {
  boardSessions,
  classes,
  classProfiles,
  communityPostReports,
  communityPosts,
  contents,
  lessons,
  media,
  profiles,
  pushAndListenItems,
  textbooks,
} from '#api/ground/db/schema.ts';
import { ClassStatus, ContentType } from '#schema/rest/enumerations.ts';

/** Rows for tests that need textbooks and classes of their own, written as if staff had made them. */

type Given<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>;

export async function makeTextBook(db: Queryable, given: Given<typeof textbooks> = {}) {
  const id = newId();
  const row = { id, name: 'Test book', shortCode: id.slice(-12), hashCode: newHashCode(), publishedAt: new Date() };
  return insertOne(
    db
      .insert(textbooks)
      .values({ ...row, ...given })
      .returning(),
  );
}

export async function makeLesson(
  db: Queryable,
  given: Given<typeof lessons> & { textbookId: string; position: number },
) {
  const row = {
    id: newId(),
    hashCode: newHashCode(),
    number: given.position + 1,
    title: `Unit ${given.position + 1}`,
    name: 'Hello',
    languageFocus: 'Greetings',
    phonics: 'h',
    publishedAt: new Date(),
  };
  return insertOne(
    db
      .insert(lessons)
      .values({ ...row, ...given })
      .returning(),
  );
}

export async function makeContent(
  db: Queryable,
  given: Given<typeof contents> & { lessonId: string; position: number },
) {
  const row = {
    id: newId(),
    hashCode: newHashCode(),
    type: ContentType.READ,
    pageNumber: given.position + 1,
    name: `Page ${given.position + 1}`,
    publishedAt: new Date(),
  };
  return insertOne(
    db
      .insert(contents)
      .values({ ...row, ...given })
      .returning(),
  );
}

export async function makeClass(db: Queryable, given: Given<typeof classes> & { textbookId: string }) {
  const row = {
    id: newId(),
    classCode: newClassCode(),
    classHashCode: newHashCode(),
    className: 'Test class',
    startDate: dayFromNow(-30),
    endDate: dayFromNow(30),
    status: ClassStatus.ACTIVE,
  };
  return insertOne(
    db
      .insert(classes)
      .values({ ...row, ...given })
      .returning(),
  );
}

/** The session of the board of a class, as if a teacher had just begun it. */
export async function makeBoardSession(
  db: Queryable,
  given: Given<typeof boardSessions> & { classId: string; contentId: string },
) {
  const row = { id: newId(), endsAt: new Date(Date.now() + 3_600_000) };
  return insertOne(
    db
      .insert(boardSessions)
      .values({ ...row, ...given })
      .returning(),
  );
}

/** A child of a class, with its number in the class's register. */
export async function makeChild(
  db: Queryable,
  { classId, number = null, ...given }: Given<typeof profiles> & { classId: string; number?: number | null },
) {
  const child = await insertOne(
    db
      .insert(profiles)
      .values({ id: newId(), name: 'Mia', animal: 'cat', ...given })
      .returning(),
  );
  await db.insert(classProfiles).values({ classId, profileId: child.id, number });
  return child;
}

/** A media row; without a file in storage unless the test puts one. */
export async function makeMedia(db: Queryable, given: Given<typeof media> = {}) {
  const id = newId();
  const row = {
    id,
    kind: 'audio' as const,
    purpose: 'teaching' as const,
    storageKey: id,
    contentType: 'audio/wav',
    byteSize: 1,
    fileName: 'sound.wav',
    sha256: '0'.repeat(64),
  };
  return insertOne(
    db
      .insert(media)
      .values({ ...row, ...given })
      .returning(),
  );
}

export async function makePushAndListenItem(
  db: Queryable,
  given: Given<typeof pushAndListenItems> & { contentId: string; audioMediaId: string; position: number },
) {
  const row = { id: newId(), name: 'apple', fileName: 'apple.wav' };
  return insertOne(
    db
      .insert(pushAndListenItems)
      .values({ ...row, ...given })
      .returning(),
  );
}

/** A picture on a class's wall, shown unless given another state. */
export async function makePost(
  db: Queryable,
  given: Given<typeof communityPosts> & { classId: string; profileId: string },
) {
  const file = { kind: 'image', purpose: 'community', contentType: 'image/webp', fileName: 'picture.webp' } as const;
  const { id: mediaId } = await makeMedia(db, { ...file, profileId: given.profileId });
  const row = { id: newId(), kind: 'image' as const, state: 'approved' as const, mediaId };
  return insertOne(
    db
      .insert(communityPosts)
      .values({ ...row, ...given })
      .returning(),
  );
}

/** An open report of a post. */
export async function makePostReport(db: Queryable, given: Given<typeof communityPostReports> & { postId: string }) {
  return insertOne(
    db
      .insert(communityPostReports)
      .values({ id: newId(), ...given })
      .returning(),
  );
}

// A formatter takes longer to make than a row to store.
const inTokyo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' });

/** A day in Tokyo, where the tests' school is. */
export function dayFromNow(days: number): string {
  return inTokyo.format(Date.now() + days * 86_400_000);
}

async function insertOne<Row>(inserted: PromiseLike<Row[]>): Promise<Row> {
  const [row] = await inserted;
  if (row === undefined) throw new Error('Nothing was inserted');
  return row;
}
