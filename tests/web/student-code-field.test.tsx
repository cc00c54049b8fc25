import { forgetDevice } from '#tests/support/dom.ts';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { demoSchoolOf } from '#api/app/demo/demo-school.ts';
import { classes } from '#api/ground/db/schema.ts';
import { addProfile, showDialogs, visitAs } from '#tests/support/child-in-jsdom.tsx';
import { keptWorld } from '#tests/support/kept-world.ts';
import { renderRoute } from '#tests/support/render-route.tsx';

const world = keptWorld();
/** A running class of the demo school. */
let classPath: string;
let className: string;
let classCode: string;

beforeAll(async () => {
  const school = await demoSchoolOf(world.services);
  if (!school) throw new Error('the demo school is missing');
  classPath = new URL(school.classUrl).pathname;
  className = school.className;
  const [found] = await world.services.db
    .select({ classCode: classes.classCode })
    .from(classes)
    .where(eq(classes.classHashCode, classPath.split('/').at(-1) ?? ''));
  classCode = found?.classCode ?? '';
  showDialogs();
});
beforeEach(forgetDevice);

describe('the code field', () => {
  const type = async ({ screen, user }: Awaited<ReturnType<typeof renderRoute>>, code: string) => {
    await user.type(await screen.findByLabelText('Book code or class code'), code);
    await user.click(screen.getByRole('button', { name: 'Explore the book' }));
  };

  it('opens a class by the code on its board, in small letters', async () => {
    const shown = await visitAs(world, 'Mia', '/student/profiles');
    await shown.screen.findByRole('heading', { name: 'Hello, Mia!' });
    await type(shown, classCode.toLowerCase());
    await shown.screen.findByRole('heading', { name: className });
    expect(shown.router.state.location.pathname).toBe(classPath);
  });

  it('keeps a book for a child without a profile, says so, and opens it once one is made', async () => {
    const shown = await renderRoute({ world, path: '/student/profiles' });
    await type(shown, 'hello1');
    await shown.screen.findByText('Choose who you are first.');
    await addProfile(shown, 'Mia');
    await shown.screen.findByRole('heading', { name: 'Hello, World! 1' });
  });

  it('opens a book typed in full width, in small letters and with a space, and remembers it', async () => {
    const { screen, user, router } = await visitAs(world, 'Mia', '/student/profiles');
    await screen.findByRole('heading', { name: 'Hello, Mia!' });
    await user.type(screen.getByLabelText('Book code or class code'), 'ｈｅｌｌｏ 1');
    await user.click(screen.getByRole('button', { name: 'Explore the book' }));
    await screen.findByRole('heading', { name: 'Hello, World! 1' });
    await router.navigate('/student/profiles');
    await screen.findByRole('link', { name: /The last book.*Hello, World! 1/ });
  });

  it('says kindly that a code is unknown', async () => {
    const { screen, user } = await renderRoute({ world, path: '/student/profiles' });
    await user.type(await screen.findByLabelText('Book code or class code'), 'NOPE99');
    await user.click(screen.getByRole('button', { name: 'Explore the book' }));
    expect((await screen.findByRole('alert')).textContent).toContain('Check the code again.');
  });
});
