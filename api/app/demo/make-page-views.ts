import { randomUUID } from 'node:crypto';
import { newId } from '#api/ground/db/ids.ts';
import { lockRollups } from '#api/domains/usage/lock.ts';
import { createPartitionsIn } from '#api/domains/usage/partitions.ts';
import { type StoredView, visitorOf } from '#api/domains/usage/page-view.ts';
import { addUpAllPending } from '#api/domains/usage/pending.ts';
import { write } from '#api/domains/usage/write.ts';
import { ClassStatus, ContentType } from '#schema/rest/enumerations.ts';
import { isWeekend } from './clock.ts';
import { devices, networks } from './devices.ts';
import type { MadeClass, MadeContent, MadeLesson, Making } from './school.ts';

type PageView = StoredView;

const months = 4;
const rowsPerInsert = 1000;

// The time in milliseconds after which a child counts as having heard a page's sounds to the end.
const heardAfterMs = 60_000;
const sounding: readonly ContentType[] = [ContentType.MUSIC, ContentType.VIDEO, ContentType.PUSH_AND_LISTEN];

/** Some months of students at work, up to today: most on weekdays in lessons, some at home. */
export async function makePageViews(making: Making, classes: readonly MadeClass[]): Promise<number> {
  const { db, clock, dice } = making;
  const views: PageView[] = [];
  for (let ago = months * 30; ago >= 0; ago -= 1) {
    const day = clock.day(-ago);
    const visits = isWeekend(day) ? 1 + dice.below(4) : 9 + dice.below(9);
    const [first, ...others] = classes.filter((one) => isRunning(one, day));
    if (!first) continue;
    for (let visit = 0; visit < visits; visit += 1)
      views.push(...visitOf(making, { day, one: dice.pick([first, ...others]) }));
  }
  const seen = views.filter(({ startedAt }) => startedAt < clock.now);
  await createPartitionsIn(db, clock.at(clock.day(-months * 30), 0), clock.now);
  for (let from = 0; from < seen.length; from += rowsPerInsert)
    await write(db, { added: seen.slice(from, from + rowsPerInsert), grown: [] });
  await lockRollups(db);
  await addUpAllPending(db);
  return seen.length;
}

function isRunning({ plan, profileIds }: MadeClass, day: string): boolean {
  const [start, end] = plan.days;
  return plan.status === ClassStatus.ACTIVE && start <= day && day <= end && profileIds.length > 0;
}

/** One child's way through the class, from its page to a few of a unit's pages and perhaps the wall. */
function visitOf({ clock, dice }: Making, { day, one }: { day: string; one: MadeClass }): PageView[] {
  const { book, plan, id: classId } = one;
  const lesson = book.lessons[dice.below(book.lessons.length)];
  if (!lesson) return [];
  const device = dice.pick(devices);
  // Lessons from half past eight to three; at home and at weekends until the evening.
  const atSchool = !isWeekend(day) && dice.chance(0.8);
  const visitor = {
    profileId: one.profileIds[dice.below(one.profileIds.length)] ?? null,
    sessionKey: randomUUID(),
    ipAddress: (atSchool ? networks[0] : dice.pick(networks)) ?? null,
    os: device.os,
    browser: device.browser,
    browserVersion: device.version,
  };
  const shared = {
    textbookId: book.id,
    textbookName: book.name,
    classId,
    className: plan.name,
    timeZone: null,
    contentType: null,
    lessonId: null,
    contentId: null,
    clientIp: null,
    heard: false,
    ...visitor,
    visitor: visitorOf(visitor),
  };
  let startedAt = startOf({ clock, dice }, { day, atSchool }).getTime();
  return pagesOf(dice.below(4) + 2, { lesson, dice }).map(({ seconds, ...page }) => {
    const durationMs = Math.round(seconds * (400 + dice.below(1400)));
    const started = new Date(startedAt);
    startedAt += durationMs + 700;
    const heard = sounding.includes(page.contentType ?? ContentType.NONE) && durationMs >= heardAfterMs;
    return {
      ...shared,
      ...page,
      eventId: newId(),
      durationMs,
      heard,
      startedAt: started,
      receivedAt: new Date(startedAt),
    };
  });
}

// Today's visits are those of the last hours, so that the newest are always new.
function startOf(
  { clock, dice }: Pick<Making, 'clock' | 'dice'>,
  { day, atSchool }: { day: string; atSchool: boolean },
) {
  if (day === clock.today) return new Date(clock.now.getTime() - (20 + dice.below(150)) * 60_000);
  return clock.at(day, atSchool ? 510 + dice.below(390) : 600 + dice.below(600));
}

interface Page
  extends Pick<PageView, 'name' | 'pageUrl'>, Partial<Pick<PageView, 'contentType' | 'lessonId' | 'contentId'>> {
  /** How long children usually stay. */
  readonly seconds: number;
}

// A page view has no hash code: it has the page's path, and the content's id.
function pagesOf(count: number, { lesson, dice }: { lesson: MadeLesson } & Pick<Making, 'dice'>): Page[] {
  const first = dice.below(lesson.contents.length);
  const contents = lesson.contents.slice(first, first + count);
  return [
    { name: 'Class', pageUrl: '/student/class/:classHashCode', seconds: 9 },
    { name: 'Unit list', pageUrl: '/student/unit-list', seconds: 7 },
    { name: 'Unit detail', pageUrl: '/student/unit-detail', lessonId: lesson.id, seconds: 12 },
    ...contents.map((content) => contentPage(content, lesson)),
    ...(dice.chance(0.25) ? [{ name: 'Community', pageUrl: '/student/community/list', seconds: 40 }] : []),
  ];
}

const contentPage = ({ id, type }: MadeContent, lesson: MadeLesson): Page => ({
  name: 'Content',
  pageUrl: '/student/content/:contentHashCode',
  contentType: type,
  lessonId: lesson.id,
  contentId: id,
  seconds: 75,
});
