import { menu } from './acts.ts';
import type { Shot } from './shot.ts';

/** Schools, their settings and their providers. */
export const schoolShots: readonly Shot[] = [
  { name: 'schools', route: 'schools', url: () => '/schools', as: 'Administrator' },
  { name: 'school-new', route: 'newSchool', url: () => '/schools/new', as: 'Administrator' },
  { name: 'school', route: 'schoolDetail', url: ({ schoolId }) => `/schools/${schoolId}`, as: 'Administrator' },
  {
    name: 'school-member-menu',
    route: 'schoolDetail',
    url: ({ schoolId }) => `/schools/${schoolId}`,
    as: 'Administrator',
    then: menu,
  },
  {
    name: 'school-rename',
    route: 'schoolDetail',
    url: ({ schoolId }) => `/schools/${schoolId}?edit`,
    as: 'Administrator',
  },
  {
    name: 'school-settings',
    route: 'schoolSettings',
    url: ({ schoolId }) => `/schools/${schoolId}/settings`,
    as: 'Administrator',
  },
  {
    name: 'school-settings-provider',
    route: 'schoolSettings',
    url: ({ schoolId }) => `/schools/${schoolId}/settings`,
    as: 'Administrator',
    then: async (page) => {
      await page.locator('.provider-buttons button').first().click();
      await page.locator('.provider-facts [role=status]:not(:empty)').waitFor();
      await page.locator('.providers').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'school-settings-new-provider',
    route: 'schoolSettings',
    url: ({ schoolId }) => `/schools/${schoolId}/settings`,
    as: 'Administrator',
    then: (page) => page.locator('.providers > button').click(),
  },
  {
    name: 'school-merge',
    route: 'schoolDetail',
    url: ({ schoolId }) => `/schools/${schoolId}`,
    as: 'Administrator',
    then: async (page) => {
      await page.locator('.page-actions button').first().click();
      await page.locator('.confirm input').press('ArrowDown');
      await page.locator('[role=listbox] [role=option]').first().waitFor();
    },
  },
];
