import { demoPassword } from '#tests/support/people.ts';
import { classShots } from './class-screens.ts';
import { schoolShots } from './school-screens.ts';
import { menu, send } from './acts.ts';
import { printedCodeShots } from './printed-code-screens.ts';
import type { Shot } from './shot.ts';
import { studentShots } from './student-screens.ts';

/** Every screen and its main states: a new one of staff is a line here, one of the students' stands in `student-screens.ts`. */
export const shots: readonly Shot[] = [
  { name: 'login', route: 'login', url: () => '/login', as: 'Nobody' },
  { name: 'login-refused', route: 'login', url: () => '/login', as: 'Nobody', then: send },
  {
    name: 'login-school',
    route: 'login',
    url: () => '/login?to=/account',
    as: 'Nobody',
    then: (page) => page.locator('.login-form > button').last().click(),
  },
  { name: 'login-school-refused', route: 'providerLogin', url: () => '/login/provider?state=theirs', as: 'Nobody' },
  { name: 'forgot-password', route: 'forgotPassword', url: () => '/forgot-password', as: 'Nobody' },
  { name: 'set-password', route: 'setPassword', url: ({ resetLink }) => resetLink, as: 'Nobody' },
  { name: 'set-password-refused', route: 'setPassword', url: ({ resetLink }) => resetLink, as: 'Nobody', then: send },
  {
    name: 'set-password-strength',
    route: 'setPassword',
    url: ({ resetLink }) => resetLink,
    as: 'Nobody',
    then: (page) => page.locator('input[name=password]').fill('kx7vq2mb-w9'),
  },
  { name: 'set-password-ended', route: 'setPassword', url: () => '/set-password#token=none', as: 'Nobody' },
  { name: 'invitation', route: 'acceptInvitation', url: ({ invitation }) => invitation, as: 'Nobody' },
  { name: 'confirm-email', route: 'confirmEmail', url: ({ newEmail }) => newEmail, as: 'Nobody' },
  { name: 'first-run', route: 'firstRun', url: ({ firstRun }) => firstRun, as: 'Nobody' },
  { name: 'first-run-refused', route: 'firstRun', url: ({ firstRun }) => firstRun, as: 'Nobody', then: send },
  {
    name: 'first-run-servers',
    route: 'firstRun',
    url: ({ firstRun }) => firstRun,
    as: 'Nobody',
    then: async (page) => {
      for (const field of ['sendsMail', 'usesBucket'])
        await page.locator(`input[name=${field}][value=true]`).check({ force: true });
      await send(page);
    },
  },
  { name: 'first-run-ended', route: 'firstRun', url: () => '/first-run#token=none', as: 'Nobody' },
  { name: 'not-found', route: 'login', url: () => '/nowhere', as: 'Nobody' },
  { name: 'album', route: '/album', url: ({ albumToken }) => `/album#${albumToken}`, as: 'Nobody' },
  { name: 'album-ended', route: '/album', url: () => '/album#none', as: 'Nobody' },

  { name: 'account', route: 'account', url: () => '/account', as: 'Teacher' },
  {
    name: 'account-second-step',
    route: 'account',
    url: () => '/account',
    as: 'Teacher',
    then: async (page) => {
      const section = page.locator('.account-second-step');
      await section.locator('button').click();
      await section.locator('input[name=password]').fill(demoPassword);
      await section.locator('button[type=submit]').click();
      await section.locator('input[autocomplete=one-time-code]').waitFor();
    },
  },
  {
    name: 'account-add-passkey',
    route: 'account',
    url: () => '/account',
    as: 'Teacher',
    then: (page) => page.locator('.account-passkeys > button').click(),
  },
  { name: 'users', route: 'users', url: () => '/users', as: 'Administrator' },
  { name: 'users-no-match', route: 'users', url: () => '/users?search=zzz', as: 'Administrator' },
  {
    name: 'users-ticked',
    route: 'users',
    url: () => '/users',
    as: 'Administrator',
    then: (page) => page.locator('tbody .tick-cell input').first().check({ force: true }),
  },
  { name: 'user-menu', route: 'users', url: () => '/users', as: 'Administrator', then: menu },
  { name: 'user-new', route: 'newUser', url: () => '/users/new', as: 'Administrator' },
  { name: 'user-new-refused', route: 'newUser', url: () => '/users/new', as: 'Administrator', then: send },
  { name: 'user-import', route: 'userImport', url: () => '/users/import', as: 'Administrator' },
  { name: 'rosters', route: 'rosters', url: () => '/users/roster', as: 'Administrator' },
  { name: 'user', route: 'userDetail', url: ({ userId }) => `/users/${userId}`, as: 'Administrator' },
  {
    name: 'user-new-email',
    route: 'userDetail',
    url: ({ userId }) => `/users/${userId}`,
    as: 'Administrator',
    then: (page) => page.locator('input[name=email]').fill('new.address@school.test'),
  },
  { name: 'users-of-owner', route: 'users', url: () => '/users', as: 'SchoolOwner' },

  ...classShots,

  { name: 'textbooks', route: 'textbooks', url: () => '/textbooks', as: 'Administrator' },
  { name: 'broken-links', route: 'brokenLinks', url: () => '/text-books/broken-links', as: 'Administrator' },
  { name: 'textbook-new', route: 'newTextbook', url: () => '/text-books/new', as: 'Administrator' },
  { name: 'textbook-new-refused', route: 'newTextbook', url: () => '/text-books/new', as: 'Administrator', then: send },
  { name: 'textbook', route: 'textbookDetail', url: ({ bookId }) => `/text-books/${bookId}`, as: 'Administrator' },
  { name: 'textbook-map', route: 'textbookMap', url: ({ bookId }) => `/text-books/${bookId}/map`, as: 'Administrator' },
  {
    name: 'textbook-printed-codes',
    route: 'printedCodes',
    url: ({ bookId }) => `/text-books/${bookId}/printed-codes`,
    as: 'Administrator',
  },
  ...printedCodeShots,
  { name: 'unit-new', route: 'newLesson', url: ({ bookId }) => `/text-books/${bookId}/units/new`, as: 'Administrator' },
  { name: 'unit', route: 'lessonDetail', url: ({ unitId }) => `/units/${unitId}`, as: 'Administrator' },
  { name: 'content-new', route: 'newContent', url: ({ unitId }) => `/units/${unitId}/contents/new`, as: 'Administrator' },
  { name: 'content', route: 'contentDetail', url: ({ contentId }) => `/contents/${contentId}`, as: 'Administrator' },
  {
    name: 'push-and-listen',
    route: 'pushAndListen',
    url: ({ soundsId }) => `/contents/${soundsId}/push-and-listen`,
    as: 'Administrator',
  },

  { name: 'reports', route: 'reports', url: () => '/reports', as: 'Administrator' },
  {
    name: 'reports-numbers',
    route: 'reports',
    url: () => '/reports?type=read&by=week',
    as: 'Administrator',
    then: (page) => page.locator('.report-chart > button').click(),
  },
  {
    name: 'reports-file',
    route: 'reports',
    url: () => '/reports?from=2026-04-01&to=2027-04-01',
    as: 'Administrator',
    then: async (page) => {
      await page.locator('.report-export button').click();
      await page.locator('.report-export button.bp6-intent-primary').waitFor();
    },
  },
  { name: 'reports-usage', route: 'reports', url: () => '/reports?tab=usage', as: 'Administrator' },
  { name: 'trash', route: 'trash', url: () => '/trash', as: 'Administrator' },
  {
    name: 'trash-ticked',
    route: 'trash',
    url: () => '/trash',
    as: 'Administrator',
    then: (page) => page.locator('tbody .tick-cell input').first().check({ force: true }),
  },
  { name: 'trash-of-owner', route: 'trash', url: () => '/trash', as: 'SchoolOwner' },
  { name: 'audit', route: 'audit', url: () => '/audit', as: 'Administrator' },
  { name: 'privacy', route: 'privacy', url: () => '/privacy', as: 'Administrator' },
  {
    name: 'privacy-child',
    route: 'privacyProfile',
    url: ({ child }) => `/privacy/${child.id}`,
    as: 'Administrator',
  },
  {
    name: 'privacy-erase',
    route: 'privacyProfile',
    url: ({ child }) => `/privacy/${child.id}`,
    as: 'Administrator',
    then: (page) => page.locator('.privacy-side .bp6-intent-danger').click(),
  },
  ...schoolShots,
  { name: 'system', route: 'system', url: () => '/system', as: 'Administrator' },
  { name: 'api-keys', route: 'apiKeys', url: () => '/api-keys', as: 'Administrator' },
  { name: 'api-key-new', route: 'newApiKey', url: () => '/api-keys/new', as: 'Administrator' },
  { name: 'api-key-new-refused', route: 'newApiKey', url: () => '/api-keys/new', as: 'Administrator', then: send },
  {
    ...{ name: 'api-key-new-service', route: 'newApiKey', url: () => '/api-keys/new', as: 'Administrator' },
    then: async (page) => {
      await page.locator('label:has(input[name=kind][value=service])').click();
      await page.locator('.picker').waitFor();
    },
  },
  { name: 'webhooks', route: 'webhooks', url: () => '/webhooks', as: 'Administrator' },
  { name: 'webhook-new', route: 'newWebhook', url: () => '/webhooks/new', as: 'Administrator' },
  { name: 'webhook', route: 'webhookDetail', url: ({ webhookId }) => `/webhooks/${webhookId}`, as: 'Administrator' },
  { name: 'webhook-missing', route: 'webhookDetail', url: () => `/webhooks/01a214e7-117b-777d-aa9b-dd9951b297dc`, as: 'Administrator' },
  {
    name: 'webhook-edit',
    route: 'webhookDetail',
    url: ({ webhookId }) => `/webhooks/${webhookId}?edit`,
    as: 'Administrator',
  },
  {
    name: 'account-menu',
    route: 'classes',
    url: () => '/classes',
    as: 'SuperAdmin',
    then: (page) => page.locator('.top-bar-end .dropdown-button').last().click(),
  },
  {
    name: 'navigation-other-way',
    route: 'classes',
    url: () => '/classes',
    as: 'SuperAdmin',
    then: (page) => page.locator('.menu-toggle').click(),
  },

  ...studentShots,
];

/** The screens of the route map, from its text, that no line above shows. */
export function routesWithoutShot(routeMap: string): string[] {
  const paths = routeMap.matchAll(/path:\s*(?:patterns\.(\w+)|'(\/[^']*)'),\s*(?:lazy:|\.\.\.)/g);
  const screens = [...paths].map(([, name, path]) => name ?? path ?? '');
  return screens.filter((name) => !shots.some(({ route }) => route === name));
}
