import '#tests/support/dom.ts';
import { matchRoutes } from 'react-router-dom';
import { describe, expect, test } from 'vitest';
import { roles, staffAreas } from '#schema/access.ts';
import { routes } from '#web/staff/routes.tsx';
import {
  wantedPath,
  firstScreen,
  isCurrent,
  navigation,
  toolNavigation,
  visibleTo,
} from '#web/staff/platform/navigation.tsx';
import { turnedAwayTo } from '#web/staff/shell/role-gate.ts';

describe('the role gate', () => {
  test('lets everyone through an empty list', () => {
    for (const role of roles) expect(turnedAwayTo(role, [])).toBeUndefined();
  });

  test('lets SuperAdmin through every list', () => {
    for (const allowed of Object.values(staffAreas)) expect(turnedAwayTo('SuperAdmin', allowed)).toBeUndefined();
  });

  test('sends the others to their first visible item', () => {
    expect(turnedAwayTo('Teacher', staffAreas.users)).toBe('/classes');
    expect(turnedAwayTo('SchoolOwner', staffAreas.reports)).toBe(firstScreen('SchoolOwner'));
  });
});

describe('the side navigation', () => {
  test('leads only to screens that are in the route map', () => {
    for (const { path } of navigation) expect(matchRoutes(routes, path)?.at(-1)?.route.path).toBe(path);
  });

  test('shows a teacher the classes alone', () => {
    expect(visibleTo('Teacher', navigation).map(({ area }) => area)).toEqual(['classes']);
  });

  test('marks an area as current for everything below it', () => {
    const classes = { path: '/classes' };
    expect(isCurrent(classes, '/classes')).toBe(true);
    expect(isCurrent(classes, '/classes/add')).toBe(true);
    expect(isCurrent(classes, '/classes-of-old')).toBe(false);
  });

  test.each(['/textbooks', '/text-books/new', '/text-books/7/units/new', '/units/7/contents/new', '/contents/7'])(
    'is the textbooks on %s',
    (pathname) => {
      expect(navigation.filter((entry) => isCurrent(entry, pathname)).map(({ area }) => area)).toEqual(['textbooks']);
    },
  );

  test.each([
    [
      'Administrator',
      ['schools', 'communityQueue', 'trash', 'audit', 'privacy', 'apiKeys', 'webhooks', 'system', 'ownAccount'],
    ],
    ['SchoolOwner', ['schools', 'trash', 'ownAccount']],
    ['Teacher', ['communityQueue', 'trash', 'ownAccount']],
  ] as const)('has apart from it the tools of a %s', (role, tools) => {
    expect(visibleTo(role, toolNavigation).map(({ area }) => area)).toEqual(tools);
  });
});

describe('the way back after signing in', () => {
  const origin = 'https://school.test';
  const wanted = (to: string) => wantedPath(new URLSearchParams({ to }), origin);

  test('is the path asked for', () => {
    expect(wanted('/classes?status=active')).toBe('/classes?status=active');
  });

  test.each(['//evil.test', '/\\evil.test', 'https://evil.test/', 'javascript:alert(1)', '', '/login'])(
    'is never %j',
    (to) => {
      expect(wanted(to)).toBeUndefined();
    },
  );
});
