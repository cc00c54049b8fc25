import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { beforeAll, describe, expect, test } from 'vitest';
import { ContentType } from '#schema/rest/enumerations.ts';
import { newId } from '#api/ground/db/ids.ts';
import { keepViews } from '#tests/support/kept-views.ts';
import { renderRoute } from '#tests/support/render-route.tsx';
import { keptWorld } from '#tests/support/kept-world.ts';

const world = keptWorld();

const show = (path: string, role: 'SuperAdmin' | 'Administrator' | 'SchoolOwner' | 'Teacher', language?: 'en' | 'jp') =>
  renderRoute({ world, path, role, ...(language && { language }) });

describe('the side navigation', () => {
  test.each([
    ['Administrator', ['Users', 'Classes', 'Textbooks', 'Reports']],
    ['SuperAdmin', ['Users', 'Classes', 'Textbooks', 'Reports']],
    ['SchoolOwner', ['Users', 'Classes']],
    ['Teacher', ['Classes']],
  ] as const)('shows a %s their areas', async (role, areas) => {
    const { screen } = await show('/classes', role);
    const navigation = await screen.findByRole('navigation', { name: 'Main navigation' });
    expect(
      within(navigation)
        .getAllByRole('link')
        .map((link) => link.textContent),
    ).toEqual(areas);
  });

  test.each([
    ['/users', 'Teacher', '/classes'],
    ['/textbooks', 'SchoolOwner', '/users'],
    ['/reports', 'Teacher', '/classes'],
    ['/reports', 'SchoolOwner', '/users'],
    ['/privacy', 'Teacher', '/classes'],
    ['/community-queue', 'SchoolOwner', '/users'],
  ] as const)('%s sends a %s to %s, their first area', async (path, role, elsewhere) => {
    const { router } = await show(path, role);
    await waitFor(() => expect(router.state.location.pathname).toBe(elsewhere));
  });
});

describe('a class', () => {
  test('has a wall for its teachers, and none for a school owner', async () => {
    const { rows } = await world.services.pool.query<{ id: string }>('select id from classes where status = 0 limit 1');
    const path = `/classes/${rows[0]?.id ?? ''}`;
    const { screen } = await show(path, 'Administrator');
    expect(await screen.findByRole('link', { name: 'Wall' })).toBeTruthy();
    const owner = await show(path, 'SchoolOwner');
    expect(await owner.screen.findByRole('link', { name: 'Students' })).toBeTruthy();
    expect(owner.screen.queryByRole('link', { name: 'Wall' })).toBeNull();
    await owner.router.navigate(`${path}/community`);
    await waitFor(() => expect(owner.router.state.location.pathname).toBe('/users'));
  });
});

describe('the users list', () => {
  test('shows name, e-mail, role, status with what it waits for, and the last sign-in', async () => {
    const { screen } = await show('/users', 'Administrator');
    const row = await screen.findByRole('row', { name: /grace\.lee@demo\.test/ });
    expect(row).toHaveProperty(
      'textContent',
      expect.stringMatching(/Grace Lee.*School owner.*Invited.*\d+ days ago.*Never/),
    );
  });

  test('narrows by several roles at once, and the URL says so', async () => {
    const { screen, user, router } = await show('/users', 'Administrator');
    await screen.findByRole('row', { name: /teacher@demo\.test/ });
    await user.click(screen.getByRole('button', { name: /^Filter by role/ }));
    await user.click(screen.getByRole('checkbox', { name: 'School owner' }));
    await user.click(screen.getByRole('checkbox', { name: 'Super administrator' }));
    expect(router.state.location.search).toBe('?role=super_admin%2Cschool_owner');
    await waitFor(() => expect(screen.queryByText('teacher@demo.test')).toBeNull());
    expect(screen.getByRole('row', { name: /superadmin@demo\.test/ })).toBeTruthy();
  });

  test('is Japanese in Japanese', async () => {
    const { screen } = await show('/users?status=invited', 'Administrator', 'jp');
    await screen.findByRole('heading', { name: 'ユーザー' });
    expect((await screen.findAllByText(/\d+(?:日|か月)前に送信/)).length).toBeGreaterThan(0);
  });
});

describe('the textbooks list', () => {
  test('shows what each book holds, and which are drafts', async () => {
    const { screen } = await show('/textbooks', 'Administrator');
    const published = await screen.findByRole('row', { name: /HELLO1/ });
    expect(
      within(published)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    ).toEqual([
      'HELLO1',
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d+$/),
      expect.stringMatching(/^\d+$/),
      'Published',
      // The row's menu has an icon.
      '',
    ]);
    expect(screen.getAllByText('Draft').length).toBeGreaterThan(0);
  });
});

describe('the reports', () => {
  beforeAll(async () => {
    const view = {
      name: 'content',
      pageUrl: '/student/content/x',
      os: 'iPadOS 18',
      browser: 'Safari',
      browserVersion: '18.5',
    };
    await keepViews(
      world.services,
      {
        ...view,
        eventId: newId(),
        sessionKey: newId(),
        durationMs: 65_000,
        startedAt: new Date('2019-05-31T15:00:00Z'),
      },
      {
        ...view,
        eventId: newId(),
        sessionKey: newId(),
        durationMs: 55_000,
        startedAt: new Date('2019-06-01T14:59:59Z'),
        contentType: ContentType.MUSIC,
      },
      {
        ...view,
        eventId: newId(),
        sessionKey: newId(),
        durationMs: 9_000,
        startedAt: new Date('2019-06-01T15:00:00Z'),
      },
    );
  });

  test("count one day of the school's zone, and print the zone", async () => {
    const { screen } = await show('/reports?from=2019-06-01&to=2019-06-02', 'Administrator');
    expect(await screen.findByText('1 Jun 2019, from 0:00 to 24:00')).toBeTruthy();
    await waitFor(() => expect(screen.getByText('Total time spent').nextElementSibling?.textContent).toBe('2 min 0 s'));
    expect(screen.getByText('Time zone: Asia/Tokyo')).toBeTruthy();
    expect(within(screen.getByRole('region', { name: 'Visitors' })).getAllByRole('row')).toHaveLength(3);
    expect(screen.getAllByText('Safari 18.5')).toHaveLength(2);
  });

  test('keep their days from one tab to the other', async () => {
    const { screen, user, router } = await show('/reports?from=2019-06-01&to=2019-06-02', 'Administrator');
    await user.click(await screen.findByRole('link', { name: 'Usage' }));
    expect(router.state.location.search).toBe('?tab=usage&from=2019-06-01&to=2019-06-02');
    expect(await screen.findByRole('cell', { name: 'Music' })).toBeTruthy();
    expect(screen.getAllByText('/student/content/x')).toHaveLength(2);
  });

  test('refuse a day to that is not after the day from, in words, and stay with the days shown', async () => {
    const { screen, user, router } = await show('/reports?from=2019-06-01&to=2019-06-02', 'Administrator');
    const to = await screen.findByRole('textbox', { name: /^To/ });
    await user.clear(to);
    await user.type(to, '2019-06-01{Enter}');
    expect(await screen.findByText('To date must be after from date')).toBeTruthy();
    expect(router.state.location.search).toBe('?from=2019-06-01&to=2019-06-02');
    await user.clear(to);
    await user.type(to, '2019-06-03{Enter}');
    await waitFor(() => expect(router.state.location.search).toBe('?from=2019-06-01&to=2019-06-03'));
  });

  test('go to the last page when a bookmarked one is no more', async () => {
    const { screen, router } = await show('/reports?from=2019-06-01&to=2019-06-02&page=999', 'Administrator');
    await waitFor(() => expect(router.state.location.search).not.toContain('999'));
    const visitors = within(await screen.findByRole('region', { name: 'Visitors' }));
    await waitFor(() => expect(visitors.getAllByRole('row')).toHaveLength(3));
  });

  test('are Japanese in Japanese', async () => {
    const { screen } = await show('/reports?from=2019-06-01&to=2019-06-03', 'Administrator', 'jp');
    expect(await screen.findByText('2019年6月1日〜2019年6月2日（2日間）')).toBeTruthy();
    await waitFor(() => expect(screen.getByText('合計利用時間').nextElementSibling?.textContent).toBe('2分9秒'));
  });
});

test('the privacy screen counts its days in the language chosen, whatever the browser’s is', async () => {
  const { screen } = await show('/privacy', 'Administrator', 'jp');
  expect((await screen.findAllByText('1日')).length).toBeGreaterThan(0);
  expect(screen.getByRole('main').textContent).not.toMatch(/\bdays?\b/);
});
