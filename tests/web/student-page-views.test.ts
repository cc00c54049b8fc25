import { beforeEach, describe, expect, it } from 'vitest';
import { patterns } from '#web/paths.ts';
import { createPageViews, mostWaiting, type PageView, type PageViews } from '#web/student/platform/usage/page-views.ts';
import { trackedName } from '#web/student/platform/usage/page-view-tracker.ts';

let sent: PageView[];
let kept: readonly PageView[];
let arrives: boolean;
let time: number;
let views: PageViews;

beforeEach(() => {
  let ids = 0;
  [sent, kept, arrives, time] = [[], [], true, 0];
  views = createPageViews({
    now: () => Date.UTC(2026, 3, 1) + time,
    elapsed: () => time,
    newId: () => `event-${(ids += 1)}`,
    send: (view) => {
      sent.push(view);
      return Promise.resolve(arrives);
    },
    load: () => kept,
    save: (next) => {
      kept = next;
    },
  });
});

const who = { profileId: 'hana', sessionKey: 'key' };
const open = (name = 'Class') => views.open({ name, pageUrl: '/student/class/x' }, who);
const settled = () => new Promise((resolve) => setTimeout(resolve));
const told = () => sent.map(({ eventId, duration }) => [eventId, duration]);

describe('a page view', () => {
  it('is told when the page is left, with the time it was seen', async () => {
    open();
    time = 5000;
    views.leave();
    await settled();
    expect(sent).toEqual([
      {
        name: 'Class',
        pageUrl: '/student/class/x',
        ...who,
        eventId: 'event-1',
        duration: 5000,
        startedAt: '2026-04-01T00:00:00.000Z',
      },
    ]);
    expect(kept).toEqual([]);
  });

  it('ends where the next begins', () => {
    open();
    time = 1000;
    open('Unit list');
    time = 3000;
    views.leave();
    expect(told()).toEqual([
      ['event-1', 1000],
      ['event-2', 2000],
    ]);
  });

  it('does not count the time in which nobody sees it, and is one view however often it is told', () => {
    open();
    time = 1000;
    views.hide();
    time = 60_000;
    views.show();
    time = 60_500;
    views.beat();
    views.leave();
    expect(told()).toEqual([
      ['event-1', 1000],
      ['event-1', 1500],
      ['event-1', 1500],
    ]);
  });

  it('says what it belongs to as soon as that is known', () => {
    open('Content');
    views.add({ contentId: 'page-7', classId: 'class-1' });
    views.hide();
    expect(sent[0]).toMatchObject({ name: 'Content', contentId: 'page-7', classId: 'class-1' });
    expect(sent[0]).not.toHaveProperty('heard');
    views.add({ heard: true });
    views.leave();
    expect(sent[1]).toMatchObject({ contentId: 'page-7', heard: true });
    open('Content');
    views.leave();
    expect(sent[2]).not.toHaveProperty('heard');
  });

  it('is never longer than a day', () => {
    open();
    time = 90_000_000;
    views.leave();
    expect(sent[0]?.duration).toBe(86_400_000);
  });
});

describe('a page view that does not arrive', () => {
  it('waits under its id with its longest time, and is sent once more with the next sign of life', async () => {
    arrives = false;
    open();
    time = 1000;
    views.beat();
    await settled();
    time = 2000;
    views.leave();
    await settled();
    expect(kept.map(({ eventId, duration }) => [eventId, duration])).toEqual([['event-1', 2000]]);
    arrives = true;
    sent = [];
    await views.sendWaiting();
    expect(told()).toEqual([['event-1', 2000]]);
    expect(kept).toEqual([]);
  });

  it('lets no others try while the first fails', async () => {
    arrives = false;
    for (const name of ['Class', 'Unit list', 'Content']) open(name);
    views.leave();
    await settled();
    sent = [];
    await Promise.all([views.sendWaiting(), views.sendWaiting()]);
    expect(told()).toEqual([['event-1', 0]]);
    expect(kept).toHaveLength(3);
  });

  it('gives way to newer ones when too many wait', async () => {
    arrives = false;
    for (let count = 0; count < mostWaiting + 5; count += 1) open();
    views.leave();
    await settled();
    expect(kept).toHaveLength(mostWaiting);
    expect(kept.at(-1)?.eventId).toBe(`event-${mostWaiting + 5}`);
  });
});

describe('the pages whose views are counted', () => {
  it.each([
    ['/student/class/abc', '', 'Class'],
    ['/student/unit-list', '?class=abc', 'Unit list'],
    ['/student/content/abc', '', 'Content'],
    ['/student/community/list', '', 'Community'],
    ['/student/class-completed', '', 'Class completed'],
    ['/student/profiles', '', undefined],
    ['/student/profiles', '?class=abc', undefined],
    ['/student/content/abc', '?preview', undefined],
    ['/student/nothing', '', undefined],
    ['/student/class/abc/', '', 'Class'],
    ['/student/class/', '', undefined],
    ['/student/class/abc/def', '', undefined],
  ])('%s%s: %s', (pathname, search, name) => {
    expect(trackedName(pathname, search)).toBe(name);
  });

  it('are all of the students’ area but the profiles, the check of a device and a child’s card', () => {
    const students = Object.values(patterns).filter((path) => path.startsWith('/student/'));
    const untracked = students.filter((path) => trackedName(path, '') === undefined);
    expect(untracked).toEqual([patterns.profiles, patterns.check, patterns.studentCard]);
  });
});
