import { newHashCode, newId } from '#api/ground/db/ids.ts';
import { contents, lessons, pushAndListenItems, textbooks } from '#api/ground/db/schema.ts';
import { searchText } from '#api/ground/db/search-text.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { hello } from './books/hello.ts';
import { nihongo } from './books/nihongo.ts';
import type { BookPlan, ContentPlan, LessonPlan } from './books/plan.ts';
import { sea } from './books/sea.ts';
import { songs } from './books/songs.ts';
import { coverName, pageName, soundName } from './media-names.ts';
import { pushAndListenSpots } from './pictures/catalogue.ts';
import { type MadeBook, type MadeContent, type MadeLesson, type Making, type MediaIds, named } from './school.ts';

const plans = [hello, nihongo, songs, sea];
const madeDaysAgo = 620;

interface Parts extends Making {
  readonly media: MediaIds;
  /** The administrator who wrote them. */
  readonly authorId: string;
}

/** The textbooks with their units, contents and Push-and-Listen items, by the keys of their plans. */
export async function makeBooks(parts: Parts): Promise<Map<string, MadeBook>> {
  const books = new Map<string, MadeBook>();
  for (const plan of plans) books.set(plan.key, await makeBook(parts, plan));
  return books;
}

async function makeBook(parts: Parts, plan: BookPlan): Promise<MadeBook> {
  const { db, media } = parts;
  const { name, shortCode, description } = plan;
  const book = { id: newId(), name };
  await db.insert(textbooks).values({
    ...published(parts, plan.draft),
    ...book,
    shortCode,
    description,
    hashCode: newHashCode(),
    thumbnailMediaId: named(media, coverName(shortCode)),
    searchText: searchText(name, shortCode, description),
  });
  const made: MadeLesson[] = [];
  for (const [position, lesson] of plan.lessons.entries())
    made.push(await makeLesson(parts, { plan: lesson, textbookId: book.id, position }));
  // Students see the published units only, since drafts are for staff.
  return { ...book, lessons: made.filter((_lesson, position) => !plan.lessons[position]?.draft) };
}

interface LessonPlace {
  readonly plan: LessonPlan;
  readonly textbookId: string;
  readonly position: number;
}

async function makeLesson(parts: Parts, { plan, textbookId, position }: LessonPlace): Promise<MadeLesson> {
  const { contents: pages, draft, ...texts } = plan;
  const id = newId();
  await parts.db.insert(lessons).values({
    ...published(parts, draft),
    ...texts,
    id,
    textbookId,
    hashCode: newHashCode(),
    position,
    number: position + 1,
    searchText: searchText(texts.title, texts.name, texts.languageFocus, texts.phonics),
  });
  const made: MadeContent[] = [];
  for (const [index, page] of pages.entries())
    made.push(await makeContent(parts, { plan: page, lessonId: id, position: index }));
  return { id, contents: made };
}

interface ContentPlace {
  readonly plan: ContentPlan;
  readonly lessonId: string;
  readonly position: number;
}

async function makeContent(parts: Parts, { plan, lessonId, position }: ContentPlace): Promise<MadeContent> {
  const { type, page, sound, draft, ...texts } = plan;
  const id = newId();
  await parts.db.insert(contents).values({
    ...published(parts, draft),
    ...texts,
    id,
    lessonId,
    type,
    position,
    hashCode: newHashCode(),
    pageImageMediaId: page === undefined ? null : named(parts.media, pageName(page)),
    audioMediaId: sound === undefined ? null : named(parts.media, soundName(sound)),
    searchText: searchText(texts.name, texts.description),
  });
  if (type === ContentType.PUSH_AND_LISTEN) await makeItems(parts, { contentId: id, page });
  return { id, type };
}

async function makeItems(parts: Parts, { contentId, page }: { contentId: string; page: ContentPlan['page'] }) {
  const spots = Object.entries(pushAndListenSpots).find(([id]) => id === page)?.[1] ?? [];
  const items = spots.map(({ name, sound, x, y, width, height }, position) => ({
    ...written(parts),
    id: newId(),
    contentId,
    name,
    audioMediaId: named(parts.media, soundName(sound)),
    fileName: `${sound}.wav`,
    position,
    spotX: x,
    spotY: y,
    spotWidth: width,
    spotHeight: height,
  }));
  await parts.db.insert(pushAndListenItems).values(items);
}

function written({ clock, authorId }: Parts) {
  const createdAt = clock.at(clock.day(-madeDaysAgo), 600);
  return { createdAt, updatedAt: createdAt, updatedById: authorId };
}

function published(parts: Parts, draft = false) {
  const fields = written(parts);
  return { ...fields, publishedAt: draft ? null : fields.createdAt };
}
