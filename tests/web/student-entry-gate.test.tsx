import '#tests/support/dom.ts';
import { waitFor } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { ContentType } from '#schema/rest/enumerations.ts';
import { childWhoMade, storedProfile, type Child } from '#tests/support/child-device.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { infoOf, parseProfiles } from '#web/student/platform/profiles/stored-profile.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';

interface Codes {
  readonly klass: string;
  readonly read: string;
  readonly record: string;
  readonly unit: string;
}
const world = keptWorld();
let child: Child;
let codes: Codes;
beforeAll(async () => {
  // jsdom scrolls and plays nothing.
  Element.prototype.scrollTo = () => undefined;
  HTMLMediaElement.prototype.pause = () => undefined;
  child = await childWhoMade({ world }, 'My house');
  const content = (type: number) =>
    `(select contents.hash_code from contents join lessons on lessons.id = lesson_id
       where type = ${type} and lessons.textbook_id = classes.textbook_id and contents.published_at is not null
         and contents.deleted_at is null order by contents.id limit 1)`;
  const { rows } = await world.services.pool.query<Codes>(
    `select class_hash_code as klass, ${content(ContentType.READ)} as read, ${content(ContentType.RECORD)} as record,
       (select hash_code from lessons where textbook_id = classes.textbook_id order by number limit 1) as unit
     from classes where id = $1`,
    [child.classId],
  );
  if (rows[0]) codes = rows[0];
});

/** The device's state: no profiles, no active profile, or an active profile. */
type Holder = 'nobody' | 'unchosen' | 'child';
type Outcome = 'stays' | 'asks who' | 'asks who, with the class';

interface Row {
  readonly path: (codes: Codes) => string;
  readonly expected: Readonly<Record<Holder, Outcome>>;
  readonly origin?: 'class' | 'content';
  readonly isRecord?: boolean;
}

const always = (outcome: Outcome) => ({ nobody: outcome, unchosen: outcome, child: outcome });
const closed = (outcome: Outcome) => ({ nobody: outcome, unchosen: outcome, child: 'stays' as const });

/** Section 2's rule: the five open paths, then everything that a class or content code opens. */
const rows: Readonly<Record<string, Row>> = {
  'the profiles': { path: () => '/student/profiles', expected: always('stays') },
  'class completed': { path: () => '/student/class-completed', expected: always('stays') },
  'the wall': { path: ({ klass }) => `/student/community/list?class=${klass}`, expected: always('stays') },
  'a work of the wall': {
    path: ({ klass }) => `/student/community/preview?class=${klass}&post=${child.postId}`,
    expected: always('stays'),
  },
  'the games': { path: ({ klass }) => `/student/game-list?class=${klass}`, expected: always('stays') },
  'a class': { path: ({ klass }) => `/student/class/${klass}`, expected: closed('asks who, with the class') },
  'a class’s units': {
    path: ({ klass }) => `/student/unit-list?class=${klass}`,
    expected: closed('asks who, with the class'),
  },
  'a unit of a class': {
    path: ({ klass, unit }) => `/student/unit-detail?unit=${unit}&class=${klass}`,
    expected: closed('asks who, with the class'),
  },
  'a unit of a book': { path: ({ unit }) => `/student/unit-detail?unit=${unit}`, expected: closed('asks who') },
  'a page to read': { path: ({ read }) => `/student/content/${read}`, expected: always('stays') },
  'a page to read, in a class': {
    path: ({ read, klass }) => `/student/content/${read}?class=${klass}`,
    expected: always('stays'),
  },
  'a page to speak': {
    path: ({ record }) => `/student/content/${record}`,
    expected: { nobody: 'stays', unchosen: 'asks who', child: 'stays' },
    origin: 'content',
    isRecord: true,
  },
  'a page to speak, in a class': {
    path: ({ record, klass }) => `/student/content/${record}?class=${klass}`,
    expected: { nobody: 'stays', unchosen: 'asks who, with the class', child: 'stays' },
    origin: 'content',
    isRecord: true,
  },
  'a content that is not there': { path: () => `/student/content/${'x'.repeat(22)}`, expected: always('stays') },
};

/** An open page that is in no row, so the later page is the requested one. */
const elsewhere = '/student/check';
const shown = 'main:not(.loading) :is(h1, h2):not(.check *)';
/** The message in place of a page that crashed, with another try. This message has a heading too. */
const crashed = 'main.notice, .message-step button';

/** The app on a device in this state. */
async function opened(holder: Holder) {
  const app = await renderRoute({ world, path: elsewhere });
  for (const { id } of profileStore.getState().profiles) profileStore.remove(id);
  const [profile] = parseProfiles([await storedProfile({ world }, child)]);
  if (!profile) throw new Error('the child has no profile');
  if (holder !== 'nobody') profileStore.add(profile);
  profileStore.setInfo(holder === 'child' ? infoOf(profile) : null);
  return app;
}

describe('the entry rule', () => {
  it.each(['nobody', 'unchosen', 'child'] as const)('holds for every address, on a device of %s', async (holder) => {
    const { router } = await opened(holder);
    for (const [name, { path, expected, origin = 'class', isRecord = false }] of Object.entries(rows)) {
      const asked = path(codes);
      await router.navigate(elsewhere);
      await waitFor(() => expect(document.querySelector('.check-title')).not.toBeNull());
      await router.navigate(asked);
      await waitFor(() => expect(document.querySelector(shown)).not.toBeNull());
      expect(document.querySelector(crashed), name).toBeNull();
      const { pathname, search } = router.state.location;
      const state: unknown = router.state.location.state;
      const outcome = expected[holder];
      const classHashCode = outcome === 'asks who, with the class' ? codes.klass : null;
      const wanted =
        outcome === 'stays'
          ? { address: asked }
          : {
              address: `/student/profiles${classHashCode === null ? '' : `?class=${classHashCode}`}`,
              state: { origin, returnTo: asked, isRecord, classHashCode },
            };
      expect({ address: pathname + search, state }, name).toMatchObject(wanted);
    }
  });
});
