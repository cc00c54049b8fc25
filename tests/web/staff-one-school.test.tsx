import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { eq, isNull, ne } from 'drizzle-orm';
import { generatePath } from 'react-router-dom';
import { beforeAll, describe, expect, test } from 'vitest';
import type { classes } from '#api/ground/db/schema.ts';
import { apiKeys, classProfiles, contents, lessons, schools, textbooks, users } from '#api/ground/db/schema.ts';
import { mergeSchools } from '#schema/rest/schools.ts';
import { send } from '#tests/api/school.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { signIn } from '#tests/support/people.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { patterns } from '#web/paths.ts';
import { patterns as studentPatterns } from '#web/shared/paths.ts';
import { staffClient } from '#web/staff/platform/apollo/client.ts';

const world = keptWorld();
const schoolName = 'Lone Willow Academy';
let school = '';

type Signed = 'Administrator' | 'SchoolOwner';

async function show(path: string, role: Signed = 'Administrator', language: 'en' | 'jp' = 'en') {
  // As on a page that is loaded anew.
  await staffClient.clearStore();
  return renderRoute({ world, path, role, language });
}

/** Waits until the page has asked everything and every answer is there. */
async function settle({ screen }: Awaited<ReturnType<typeof show>>): Promise<void> {
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => {
    const queries = [...staffClient.getObservableQueries().values()];
    expect(queries.filter((query) => query.getCurrentResult().loading).map(({ queryName }) => queryName)).toEqual([]);
  });
}

async function idOf(table: typeof classes | typeof textbooks | typeof users): Promise<string> {
  const [row] = await world.services.db.select({ id: table.id }).from(table).where(isNull(table.deletedAt)).limit(1);
  if (!row) throw new Error('the demo school lacks something');
  return row.id;
}

beforeAll(async () => {
  const { db } = world.services;
  const { accessToken: token } = await signIn(world, 'Administrator');
  const [one] = await db.select({ id: schools.id }).from(schools).limit(1);
  school = one?.id ?? '';
  for (const other of await db.select({ id: schools.id }).from(schools).where(ne(schools.id, school)))
    await send(world, mergeSchools, { token, params: { id: school }, body: { fromId: other.id } }).expect(200);
  await db.update(schools).set({ name: schoolName }).where(eq(schools.id, school));
});

/** Every staff screen's address, with rows of the demo school. */
async function addresses(): Promise<string[]> {
  const { db } = world.services;
  const [member] = await db.select().from(classProfiles).limit(1);
  const [lesson] = await db.select({ id: lessons.id }).from(lessons).limit(1);
  const [content] = await db.select({ id: contents.id }).from(contents).limit(1);
  const textBookId = await idOf(textbooks);
  const ids = {
    textBookId,
    unitId: lesson?.id ?? '',
    contentId: content?.id ?? '',
    profileId: member?.profileId ?? '',
  };
  const entity: Readonly<Record<string, string>> = {
    users: await idOf(users),
    classes: member?.classId ?? '',
    'text-books': textBookId,
    privacy: ids.profileId,
    schools: school,
  };
  return Object.entries(patterns)
    .filter(([name]) => !(name in studentPatterns) && !apart.includes(name))
    .map(([, pattern]) => {
      const [, first = ''] = pattern.split('/');
      return generatePath<string>(pattern, { ...ids, id: entity[first] ?? '' });
    });
}

// Where several schools are looked after, which an administrator reaches from "System"; pages for who is not signed in;
// and pages of one webhook, of which the demo school has none.
const apart = [
  ...['schools', 'newSchool', 'schoolDetail', 'webhookDetail', 'firstRun'],
  ...['login', 'providerLogin', 'forgotPassword', 'setPassword', 'acceptInvitation', 'confirmEmail'],
];

const ofSeveral = [
  'School',
  'Schools',
  'All schools',
  'Move to another school',
  '学校',
  'すべての学校',
  '別の学校に移動',
];

/** What a page says of schools: the only school's name anywhere, and labels that ask which school. */
function namedOn(page: HTMLElement): string[] {
  const texts = [...page.querySelectorAll('*')].flatMap((element) => [
    ...[...element.childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent ?? ''),
    ...['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
  ]);
  return texts.filter((text) => text.includes(schoolName) || ofSeveral.includes(text.trim()));
}

const walks: readonly (readonly [Signed, 'en' | 'jp'])[] = [
  ['Administrator', 'jp'],
  ['SchoolOwner', 'en'],
];

describe('an installation with one school', () => {
  test.each(walks)('names no school on any screen: %s, %s', async (role, language) => {
    const said: string[] = [];
    for (const path of await addresses()) {
      const rendered = await show(path, role, language);
      await settle(rendered);
      for (const text of namedOn(document.body)) said.push(`${path}: ${text}`);
    }
    expect(said).toEqual([]);
  });

  test('shows nothing of it, but to administrators where they look after the system', async () => {
    const { screen, user } = await show('/system');
    await user.click(await screen.findByRole('link', { name: 'Manage schools' }));
    await screen.findByRole('button', { name: 'New school' });
    const tools = within(await screen.findByRole('navigation', { name: 'Tools' }));
    expect(await tools.findByRole('link', { name: 'School settings' })).toBeTruthy();
    expect(tools.queryByRole('link', { name: 'Schools' })).toBeNull();
    const table = within(await screen.findByRole('table'));
    await waitFor(() => expect(table.getAllByRole('row')).toHaveLength(2));
  });

  test('has API keys by what they may do, and not by school', async () => {
    const rendered = await show('/api-keys/new');
    const { screen, user, router } = rendered;
    await user.type(await screen.findByLabelText(/^Name/), 'Sync');
    await user.click(screen.getByRole('radio', { name: 'Service account' }));
    expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'As an administrator' })).checked).toBe(true);
    await user.click(screen.getByRole('radio', { name: 'As a school owner' }));
    expect(namedOn(document.body)).toEqual([]);
    const [scope] = screen.getAllByRole('checkbox');
    if (scope) await user.click(scope);
    await user.click(screen.getByRole('button', { name: 'Create key' }));
    await screen.findByText('Copy the key now.');
    const [key] = await world.services.db
      .select({ ownerId: apiKeys.ownerId })
      .from(apiKeys)
      .where(eq(apiKeys.name, 'Sync'));
    const [owner] = await world.services.db
      .select()
      .from(users)
      .where(eq(users.id, key?.ownerId ?? ''));
    expect(owner?.role).toBe('SchoolOwner');
    await router.navigate('/api-keys');
    await screen.findByText('Service account with the rights of a school owner');
    expect(namedOn(document.body)).toEqual([]);
  });
});
