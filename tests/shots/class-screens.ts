import type { Page } from 'playwright-core';
import { paths } from '#web/paths.ts';
import type { Place } from './place.ts';
import { menu, send } from './acts.ts';
import type { Shot } from './shot.ts';


const onBoard =
  (page: keyof Place['boardCodes']) =>
  ({ classId, boardCodes }: Place) =>
    paths.classPresent(classId, { content: boardCodes[page] });

// The marks of the steps after the choice of classes.
const stepMarks = ['.next-class', '.turn-student', '.turn-make'];

/** Chooses a class for the next year, and goes `steps` steps further. The tab keeps the choice between pictures. */
const turnBy = (steps: number) => async (page: Page) => {
  const choice = page.locator('.turn-classes input').first();
  await choice.waitFor({ state: 'attached' });
  if (!(await choice.isChecked())) await choice.press('Space');
  for (const mark of stepMarks.slice(0, steps)) {
    await page.locator('.turn-ways .bp6-intent-primary').click();
    await page.locator(mark).first().waitFor();
  }
};

/** Staff's screens of a class and their main states. */
export const classShots: readonly Shot[] = [
  { name: 'classes', route: 'classes', url: () => '/classes', as: 'Administrator' },
  { name: 'classes-of-teacher', route: 'classes', url: () => '/classes', as: 'Teacher' },
  { name: 'class-menu', route: 'classes', url: () => '/classes', as: 'Teacher', then: menu },
  { name: 'next-year', route: 'nextYear', url: () => '/classes/next-year', as: 'SchoolOwner' },
  { name: 'next-year-classes', route: 'nextYear', url: () => '/classes/next-year', as: 'SchoolOwner', then: turnBy(1) },
  { name: 'next-year-students', route: 'nextYear', url: () => '/classes/next-year', as: 'SchoolOwner', then: turnBy(2) },
  { name: 'next-year-check', route: 'nextYear', url: () => '/classes/next-year', as: 'SchoolOwner', then: turnBy(3) },
  { name: 'class-new', route: 'newClass', url: () => '/classes/add', as: 'Teacher' },
  { name: 'class-new-refused', route: 'newClass', url: () => '/classes/add', as: 'Teacher', then: send },
  { name: 'class', route: 'classDetail', url: ({ classId }) => `/classes/${classId}`, as: 'Teacher' },
  {
    name: 'class-board',
    route: 'classDetail',
    url: ({ classId }) => `/classes/${classId}`,
    as: 'Teacher',
    then: async (page) => {
      await page.locator('.qr-buttons > button').first().click();
      await page.locator('.class-board img').waitFor();
    },
  },
  { name: 'class-missing', route: 'classDetail', url: ({ userId }) => `/classes/${userId}`, as: 'Teacher' },
  { name: 'students', route: 'classStudents', url: ({ classId }) => `/classes/${classId}/students`, as: 'Teacher' },
  {
    name: 'students-since',
    route: 'classStudents',
    url: ({ classId }) => `/classes/${classId}/students`,
    as: 'Teacher',
    then: async (page) => {
      await page.locator('.students-more button').first().click();
      await page.locator('input[name=joinedSince]').fill('2020-04-01');
      await page.locator('.since-names').waitFor();
    },
  },
  {
    name: 'students-add',
    route: 'addStudents',
    url: ({ classId }) => `/classes/${classId}/students/add`,
    as: 'Teacher',
    then: async (page) => {
      await page.locator('.roster-paste textarea').fill('1\t阿部 空\tあべ そら\tふくろう\n2\tMia\t\tdragon\n2\tLeo');
      await page.locator('.roster-buttons button').first().click();
      await page.locator('.roster-row').nth(2).waitFor();
    },
  },
  {
    name: 'student',
    route: 'classStudent',
    url: ({ classId, profileId }) => `/classes/${classId}/students/${profileId}`,
    as: 'Teacher',
  },
  {
    name: 'student-reply',
    route: 'classStudent',
    url: ({ classId, profileId }) => `/classes/${classId}/students/${profileId}`,
    as: 'Teacher',
    then: async (page) => {
      await page.locator('.student-takes .post-replies > button').nth(1).click();
      await page.locator('.reply-desk > button').click();
      await page.locator('.sound-recorder').waitFor();
    },
  },
  { name: 'wall', route: 'classWall', url: ({ classId }) => `/classes/${classId}/community`, as: 'Teacher' },
  {
    name: 'name-cards',
    route: 'classNameCards',
    url: ({ classId }) => `/classes/${classId}/name-cards`,
    as: 'Teacher',
  },
  {
    name: 'class-activity',
    route: 'classActivity',
    url: ({ classId }) => `/classes/${classId}/activity`,
    as: 'Teacher',
  },
  {
    name: 'present',
    route: 'classPresent',
    url: ({ classId }) => paths.classPresent(classId),
    as: 'Teacher',
  },
  { name: 'present-sounds', route: 'classPresent', url: onBoard('sounds'), as: 'Teacher' },
  {
    name: 'present-covered',
    route: 'classPresent',
    url: onBoard('sounds'),
    as: 'Teacher',
    then: async (page) => {
      // The tools to cover the page, to cover its spots, and to point.
      for (const nth of [-3, -2, -1]) await page.locator('.board-tools > button').nth(nth).click();
      await page.locator('[role=slider]').press('End');
      for (let press = 0; press < 10; press += 1) await page.locator('[role=slider]').press('ArrowUp');
    },
  },
  { name: 'present-song', route: 'classPresent', url: onBoard('song'), as: 'Teacher' },
  { name: 'present-video', route: 'classPresent', url: onBoard('video'), as: 'Teacher' },
  { name: 'present-game', route: 'classPresent', url: onBoard('game'), as: 'Teacher' },
  {
    name: 'present-pages',
    route: 'classPresent',
    url: onBoard('song'),
    as: 'Teacher',
    then: async (page) => {
      await page.locator('.board-head > button').nth(1).click();
      await page.locator('.board-pages li').first().waitFor();
    },
  },
  {
    name: 'present-everyone',
    route: 'classPresent',
    url: onBoard('song'),
    as: 'Teacher',
    then: async (page) => {
      await page.locator('.everybody').click();
      await page.locator('.everybody-counts').waitFor();
    },
  },
  { name: 'queue', route: 'communityQueue', url: () => '/community-queue', as: 'Teacher' },
];
