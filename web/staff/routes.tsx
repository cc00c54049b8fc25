import type { RouteObject } from 'react-router-dom';
import type { StaffArea, StaffTool } from '#schema/access.ts';
import { patterns } from '#web/paths.ts';
import { loginInfo } from './auth/login-info.ts';
import { RouteError } from '#web/shared/route-error.tsx';

/** Lets the roles of a staff area (section 2) or tool in; the gate comes with the rest of the staff's code. */
const areaGate = (area: StaffArea | StaffTool) => ({
  middleware: async () => [(await import('./shell/role-gate.ts')).gateOf(area)],
});

/** The screens within the shell. */
const areas: RouteObject[] = [
  {
    lazy: areaGate('users'),
    children: [
      { path: patterns.users, lazy: () => import('./users/user-list.tsx') },
      { path: patterns.newUser, lazy: () => import('./users/user-create.tsx') },
      { path: patterns.userImport, lazy: () => import('./users/user-import.tsx') },
      { path: patterns.userDetail, lazy: () => import('./users/user-detail.tsx') },
    ],
  },
  {
    lazy: areaGate('classes'),
    children: [
      { path: patterns.classes, lazy: () => import('./classes/class-list.tsx') },
      { path: patterns.newClass, lazy: () => import('./classes/class-create.tsx') },
      { path: patterns.classDetail, lazy: () => import('./classes/class-detail.tsx') },
      { path: patterns.classStudents, lazy: () => import('./classes/class-students.tsx') },
      { path: patterns.classNameCards, lazy: () => import('./classes/name-cards.tsx') },
      { path: patterns.classActivity, lazy: () => import('./activity/class-activity.tsx') },
    ],
  },
  {
    lazy: areaGate('communityQueue'),
    children: [
      { path: patterns.classWall, lazy: () => import('./community/class-wall.tsx') },
      { path: patterns.communityQueue, lazy: () => import('./community/community-queue.tsx') },
    ],
  },
  {
    lazy: areaGate('textbooks'),
    children: [
      { path: patterns.textbooks, lazy: () => import('./textbooks/textbook-list.tsx') },
      { path: patterns.newTextbook, lazy: () => import('./textbooks/textbook-create.tsx') },
      { path: patterns.textbookDetail, lazy: () => import('./textbooks/textbook-detail.tsx') },
      { path: patterns.textbookMap, lazy: () => import('./activity/book-map.tsx') },
      { path: patterns.newLesson, lazy: () => import('./lessons/lesson-create.tsx') },
      { path: patterns.lessonDetail, lazy: () => import('./lessons/lesson-detail.tsx') },
      { path: patterns.newContent, lazy: () => import('./contents/content-create.tsx') },
      { path: patterns.contentDetail, lazy: () => import('./contents/content-detail.tsx') },
      { path: patterns.pushAndListen, lazy: () => import('./push-and-listen/push-and-listen.tsx') },
    ],
  },
  {
    lazy: areaGate('reports'),
    children: [{ path: patterns.reports, lazy: () => import('./reports/report.tsx') }],
  },
  {
    lazy: areaGate('trash'),
    children: [{ path: patterns.trash, lazy: () => import('./trash/trash-list.tsx') }],
  },
  {
    lazy: areaGate('audit'),
    children: [{ path: patterns.audit, lazy: () => import('./audit/audit-list.tsx') }],
  },
  {
    lazy: areaGate('privacy'),
    children: [
      { path: patterns.privacy, lazy: () => import('./privacy/privacy-list.tsx') },
      { path: patterns.privacyProfile, lazy: () => import('./privacy/privacy-card.tsx') },
    ],
  },
  {
    lazy: areaGate('apiKeys'),
    children: [
      { path: patterns.apiKeys, lazy: () => import('./api-keys/api-key-list.tsx') },
      { path: patterns.newApiKey, lazy: () => import('./api-keys/api-key-create.tsx') },
    ],
  },
  {
    lazy: areaGate('system'),
    children: [{ path: patterns.system, lazy: () => import('./system/system.tsx') }],
  },
];

/** The URL map of index.html. Every screen is its own chunk. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    // Nothing is shown for the moment in which the first screen's code arrives.
    HydrateFallback: () => null,
    children: [
      {
        lazy: () => import('./staff-area.tsx'),
        children: [
          { path: patterns.login, lazy: () => import('./auth/login.tsx') },
          { path: patterns.forgotPassword, lazy: () => import('./auth/forgot-password.tsx') },
          { path: patterns.setPassword, lazy: () => import('./auth/set-password.tsx') },
          { path: patterns.acceptInvitation, lazy: () => import('./auth/accept-invitation.tsx') },
          { path: patterns.confirmEmail, lazy: () => import('./auth/confirm-email.tsx') },
          { path: patterns.firstRun, lazy: () => import('./auth/first-run.tsx') },
          {
            path: '*',
            lazy: () => (loginInfo() === null ? import('#web/shared/not-found.tsx') : import('./shell/not-found.tsx')),
          },
          {
            lazy: {
              middleware: async () => [(await import('./shell/role-gate.ts')).requireSession],
              Component: async () => (await import('./shell/shell.tsx')).Component,
            },
            children: [
              {
                lazy: async () => ({ ErrorBoundary: (await import('./shell/screen-error.tsx')).ScreenError }),
                children: areas,
              },
            ],
          },
        ],
      },
    ],
  },
];
