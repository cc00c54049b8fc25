import { forgetDevice } from '#tests/support/dom.ts';
import { act, waitFor, within } from '@testing-library/react';
import { and, eq, isNotNull } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoSchoolOf } from '#api/app/demo/demo-school.ts';
import { newHashCode, newId } from '#api/ground/db/ids.ts';
import { classProfiles, contents } from '#api/ground/db/schema.ts';
import { ContentType } from '#schema/rest/enumerations.ts';
import { addProfile, showDialogs, visitAs } from '#tests/support/child-in-jsdom.tsx';
import { renderRoute } from '#tests/support/render-route.tsx';
import { makeClass, makePost, makeTextBook } from '#tests/support/teaching.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import type { World } from '#tests/support/world.ts';
import { activeProfile, profileStore } from '#web/student/platform/profiles/profile-store.ts';

const world = keptWorld();
/** The path of a running class of the demo school. */
let classPath: string;
let className: string;

beforeAll(async () => {
  const school = await demoSchoolOf(world.services);
  if (!school) throw new Error('the demo school is missing');
  classPath = new URL(school.classUrl).pathname;
  className = school.className;
  showDialogs();
});
beforeEach(forgetDevice);

/** Another child whose profile is on the device. */
const aNeighbour = { id: newId(), name: 'Neighbour', animal: 'owl', token: 'none', classIds: [], place: null } as const;

describe('a device without profiles', () => {
  it('comes from the root to the profiles, and cannot add one without a name', async () => {
    const { router, screen, user } = await renderRoute({ world, path: '/' });
    await screen.findByRole('heading', { name: 'Who is learning today?' });
    expect(router.state.location.pathname).toBe('/student/profiles');
    expect(document.querySelector('.profiles-greeting > svg'), 'somebody is there to ask').not.toBeNull();
    await user.click(screen.getByRole('button', { name: 'Someone new' }));
    await user.click(await screen.findByRole('button', { name: 'Start' }));
    expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'Please enter name');
    expect(document.activeElement).toBe(screen.getByLabelText('Your name'));
  });

  it('is sent from a class to the profiles with the class in the query, and back with the new profile', async () => {
    const shown = await renderRoute({ world, path: classPath });
    const { router, screen } = shown;
    await screen.findByRole('heading', { name: `Who is going to ${className}?` });
    const classHashCode = classPath.split('/').at(-1);
    expect(router.state.location).toMatchObject({
      pathname: '/student/profiles',
      search: `?class=${classHashCode}`,
      state: { origin: 'class', returnTo: classPath, isRecord: false, classHashCode },
    });
    await addProfile(shown, 'Mia');
    await screen.findByRole('heading', { name: className });
    expect(router.state.location.pathname).toBe(classPath);
    // Stored once the class is shown, not before.
    await waitFor(() => expect(window.localStorage.getItem('profiles')).toContain(className));
  });

  it('may look at a content that is no recording', async () => {
    const { screen, router, user } = await visitAs(world, 'Mia', classPath);
    await user.click(await screen.findByRole('link', { name: /^Start here/ }));
    await user.click((await screen.findAllByRole('link', { name: /Read/ }))[0] ?? document.body);
    await screen.findByRole('link', { name: 'Next page' });
    const { pathname, search } = router.state.location;
    forgetDevice();
    const stranger = await renderRoute({ world, path: pathname + search });
    await stranger.screen.findByRole('link', { name: 'Next page' });
    expect(stranger.router.state.location.pathname).toBe(pathname);
  });
});

describe('a child in a class', () => {
  it('gives a page that was opened its hanamaru, and has the way back to the unit', async () => {
    const { screen, user } = await visitAs(world, 'Mia', classPath);
    await user.click(await screen.findByRole('link', { name: /^Start here/ }));
    const [first] = await screen.findAllByRole('link', { name: /Read/ });
    if (!first) throw new Error('the first unit has no page to read');
    expect(within(first).queryByRole('img', { name: 'done' })).toBeNull();
    await user.click(first);
    await screen.findByRole('link', { name: 'Next page' });
    await user.click(screen.getByRole('link', { name: 'Back' }));
    await waitFor(() => expect(screen.getAllByRole('img', { name: 'done' })).toHaveLength(1));
  });

  it('hands the tablet on in two taps, and the next child of the class goes on with the page', async () => {
    const { screen, user, router } = await visitAs(world, 'Mia', classPath);
    await user.click(await screen.findByRole('link', { name: /^Start here/ }));
    await screen.findAllByRole('link', { name: /Read/ });
    const { pathname, search } = router.state.location;
    const { classId } = profileStore.getState().info ?? {};
    act(() => profileStore.add({ ...aNeighbour, classIds: [classId ?? ''] }));
    await user.click(screen.getByRole('button', { name: 'Mia: change profile' }));
    await screen.findByRole('heading', { name: 'Who is learning today?' });
    // Until somebody else is chosen, it is still Mia.
    expect(profileStore.getState().info).not.toBeNull();
    await user.click(await screen.findByRole('button', { name: /^Neighbour/ }));
    await screen.findAllByRole('link', { name: /Read/ });
    expect(router.state.location).toMatchObject({ pathname, search });
    expect(profileStore.getState().info?.id).toBe(aNeighbour.id);
  });

  it('does not lead a child of another class into this one', async () => {
    const { screen, user, router } = await visitAs(world, 'Mia', classPath);
    await screen.findByRole('heading', { name: className });
    act(() => profileStore.add(aNeighbour));
    await user.click(screen.getByRole('button', { name: 'Mia: change profile' }));
    await screen.findByRole('heading', { name: 'Who is learning today?' });
    await user.click(await screen.findByRole('button', { name: /^Neighbour/ }));
    await waitFor(() => expect(profileStore.getState().info?.id).toBe(aNeighbour.id));
    expect(router.state.location.pathname).toBe('/student/profiles');
  });

  it('who shows its animals is gone at once when it hands the tablet on', async () => {
    const { screen, user, router } = await visitAs(world, 'Mia', classPath);
    await screen.findByRole('heading', { name: className });
    const mia = activeProfile();
    act(() => {
      if (mia) profileStore.add({ ...mia, isTaken: true, asksPictures: true });
    });
    await user.click(screen.getByRole('button', { name: 'Mia: change profile' }));
    await screen.findByRole('heading', { name: 'Who is learning today?' });
    expect(screen.queryByRole('button', { name: 'Back' })).toBeNull();
    expect(router.state.location.search).toBe('');
    const active = JSON.parse(window.sessionStorage.getItem('student') ?? '{}') as {
      previousInfo: { className: string };
    };
    expect(active).toMatchObject({ info: null, previousInfo: { className } });
  });

  it('goes back to the page that was open when nobody else takes the tablet', async () => {
    // The class also shows its other children, among them those of the tests above.
    const { screen, user, router } = await visitAs(world, 'Ken', classPath);
    await user.click(await screen.findByRole('link', { name: /^Start here/ }));
    await screen.findAllByRole('link', { name: /Read/ });
    const { pathname, search } = router.state.location;
    for (const button of ['Back', /^Ken(?!:)/]) {
      await user.click(screen.getByRole('button', { name: 'Ken: change profile' }));
      await screen.findByRole('heading', { name: 'Who is learning today?' });
      await user.click(await screen.findByRole('button', { name: button }));
      await screen.findAllByRole('link', { name: /Read/ });
      expect(router.state.location).toMatchObject({ pathname, search });
    }
  });

  it('meets the completed page where the class is over, and friendly ones where a class’s or a book’s code is unknown', async () => {
    const book = await makeTextBook(world.services.db);
    const over = await makeClass(world.services.db, {
      textbookId: book.id,
      endDate: '2020-03-31',
      startDate: '2019-04-01',
    });
    const { screen, router } = await visitAs(world, 'Mia', `/student/class/${over.classHashCode}`);
    await screen.findByRole('heading', { name: 'This class is finished. Well done!' });
    expect(router.state.location.pathname).toBe('/student/class-completed');
    await router.navigate(`/student/class/${newHashCode()}`);
    await screen.findByRole('heading', { name: 'We can’t find this class' });
    await router.navigate(`/student/unit-list?book=${newHashCode()}`);
    await screen.findByRole('heading', { name: 'We can’t find this book' });
  });
});

describe('a class that has ended', () => {
  it('leads its child from the completed page to the wall of its year', async () => {
    const { db } = world.services;
    const book = await makeTextBook(db);
    const ended = { startDate: '2019-04-01', endDate: '2020-03-31' };
    const room = await makeClass(db, { textbookId: book.id, className: 'Last year', ...ended });
    const { screen, user, router } = await visitAs(world, 'Mia', '/student/profiles');
    await screen.findByRole('button', { name: 'Mia: change profile' });
    const profileId = profileStore.getState().info?.id ?? '';
    await db.insert(classProfiles).values({ classId: room.id, profileId });
    await makePost(db, { classId: room.id, profileId, title: 'My boat' });

    await router.navigate(`/student/class/${room.classHashCode}`);
    await screen.findByRole('heading', { name: 'This class is finished. Well done!' });
    await user.click(screen.getByRole('link', { name: 'Our wall' }));
    await screen.findByRole('heading', { name: 'Our wall' });
    await screen.findByText('My boat');
    expect(router.state.location.pathname).toBe('/student/community/list');
  });
});

describe('a recording', () => {
  it('sends a device with profiles to choose one, with the way back, and lets it in afterwards', async () => {
    const { screen, user, router } = await visitAs(world, 'Mia', '/student/profiles');
    await screen.findByRole('button', { name: 'Mia: change profile' });
    act(() => profileStore.setInfo(null));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Mia: change profile' })).toBeNull());

    const path = `/student/content/${await recordingOf(world)}`;
    await router.navigate(path);
    await waitFor(() => expect(router.state.location.pathname).toBe('/student/profiles'));
    expect(router.state.location.state).toEqual({
      origin: 'content',
      returnTo: path,
      isRecord: true,
      classHashCode: null,
    });
    await user.click(await screen.findByRole('button', { name: 'Mia, that’s me' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
    await screen.findByRole('link', { name: 'Back' });
    expect(router.state.location.pathname).toBe(path);
  });
});

/** The hash code of a published recording of the demo school. */
async function recordingOf({ services }: World): Promise<string> {
  const [found] = await services.db
    .select({ hashCode: contents.hashCode })
    .from(contents)
    .where(and(eq(contents.type, ContentType.RECORD), isNotNull(contents.publishedAt)))
    .limit(1);
  if (!found) throw new Error('the demo school has no recording');
  return found.hashCode;
}

describe('removing a profile', () => {
  it('asks a grown-up to multiply, and a wrong answer asks for another product', async () => {
    const { screen, user } = await visitAs(world, 'Mia', '/student/profiles');
    await user.click(await screen.findByRole('button', { name: 'Remove a name' }));
    await user.click(screen.getByRole('button', { name: 'Mia Remove' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'Remove Mia from here?' }));
    const wanted = () => {
      const [tens = '', ones = ''] = (sheet.getByText(/ × /).textContent ?? '').split(' × ');
      return [...String(Number(tens) * Number(ones))];
    };
    const tap = async (numbers: readonly string[]) => {
      for (const number of numbers) await user.click(sheet.getByRole('button', { name: number }));
    };
    await tap(['0', '0', '0']);
    expect(window.localStorage.getItem('profiles')).toContain('Mia');
    await tap(wanted());
    await waitFor(() => expect(window.localStorage.getItem('profiles')).toBe('[]'));
  });
});
