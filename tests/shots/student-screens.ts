import type { Page } from 'playwright-core';
import { speakButton } from '#tests/support/posting.ts';
import type { Place } from './place.ts';
import type { Shot } from './shot.ts';

const facesOf = ({ classCode }: Place) => `/student/profiles?class=${classCode}`;
const tapAnimal = async (page: Page) => {
  await page.locator('.profile-tile').nth(1).click();
  await page.locator('.picture-secret-face').first().click();
};

/** Every screen of the students and its main states. */
export const studentShots: readonly Shot[] = [
  { name: 'student-profiles-new', route: 'profiles', url: () => '/student/profiles', as: 'Nobody' },
  { name: 'student-faces', route: 'profiles', url: facesOf, as: 'Nobody' },
  { name: 'student-animals', route: 'profiles', url: facesOf, as: 'Nobody', then: tapAnimal },
  {
    name: 'student-show-card',
    route: 'profiles',
    url: ({ lesson }) => `/student/profiles?class=${lesson.classCode}`,
    as: 'Nobody',
    then: async (page) => {
      await page.locator('.profile-tile').nth(1).click();
      await page.locator('.own-card').waitFor();
    },
  },
  { name: 'student-profiles', route: 'profiles', url: () => '/student/profiles', as: 'Child' },
  {
    name: 'student-scan-trouble',
    route: 'profiles',
    url: () => '/student/profiles',
    as: 'Child',
    then: async (page) => {
      await page.locator('.book-code .button[aria-haspopup=dialog]').click();
      await page.locator('.scan[data-step=trouble]').waitFor();
    },
  },
  {
    name: 'student-settings',
    route: 'profiles',
    url: () => '/student/profiles',
    as: 'Child',
    then: (page) => page.locator('.page-header button').first().click(),
  },
  { name: 'student-card-old', route: 'studentCard', url: () => `/student/card#${'A'.repeat(24)}`, as: 'Nobody' },
  { name: 'student-check', route: 'check', url: () => '/student/check', as: 'Nobody' },
  { name: 'student-class', route: 'studentClass', url: ({ classCode }) => `/student/class/${classCode}`, as: 'Child' },
  { name: 'student-units', route: 'unitList', url: ({ classCode }) => `/student/unit-list?class=${classCode}`, as: 'Child' },
  {
    name: 'student-unit',
    route: 'unitDetail',
    url: ({ classCode, unitCode }) => `/student/unit-detail?unit=${unitCode}&class=${classCode}`,
    as: 'Child',
  },
  {
    name: 'student-content',
    route: 'studentContent',
    url: ({ classCode, contentCode }) => `/student/content/${contentCode}?class=${classCode}`,
    as: 'Child',
  },
  {
    name: 'student-games',
    route: 'gameList',
    url: ({ classCode }) => `/student/game-list?class=${classCode}`,
    as: 'Child',
  },
  {
    name: 'student-wall',
    route: 'communityList',
    url: ({ classCode }) => `/student/community/list?class=${classCode}`,
    as: 'Child',
  },
  {
    name: 'student-post',
    route: 'communityPreview',
    url: ({ classCode, postId }) => `/student/community/preview?class=${classCode}&post=${postId}`,
    as: 'Child',
  },
  {
    name: 'student-answered',
    route: 'communityPreview',
    url: ({ classCode, answeredId }) => `/student/community/preview?class=${classCode}&post=${answeredId}`,
    as: 'Child',
  },
  {
    name: 'student-upload',
    route: 'communityUpload',
    url: ({ classCode }) => `/student/community/upload?class=${classCode}`,
    as: 'Child',
  },
  {
    name: 'student-upload-voice',
    route: 'communityUpload',
    url: ({ classCode }) => `/student/community/upload?class=${classCode}`,
    as: 'Child',
    then: async (page) => {
      await page.locator(speakButton).click();
      await page.locator('.record-button').waitFor();
    },
  },
  {
    name: 'student-board-asks',
    route: 'studentClass',
    url: ({ lesson }) => `/student/class/${lesson.classCode}`,
    as: 'Child',
    then: async (page, { lesson }) => {
      await lesson.showBoard();
      await page.locator('.follow-yes').waitFor();
    },
  },
  {
    name: 'student-follows-board',
    route: 'studentContent',
    url: ({ lesson }) => `/student/class/${lesson.classCode}`,
    as: 'Child',
    then: async (page, { lesson }) => {
      await lesson.showBoard();
      await page.locator('.follow-yes').click();
      await page.locator('.follow-bar').waitFor();
      await page.locator('.page-stage').waitFor();
    },
  },
  { name: 'student-class-completed', route: 'classCompleted', url: () => '/student/class-completed', as: 'Child' },
];
