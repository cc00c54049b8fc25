import type { RouteObject } from 'react-router-dom';
import type { StaffArea, StaffTool } from '#schema/access.ts';
import { patterns } from '#web/paths.ts';
import { loginInfo } from './platform/session/login-info.ts';
import { RouteError } from '#web/shared/pages/route-error.tsx';

/** Lets the roles of a staff area (section 2) or tool in; the gate comes with the rest of the staff's code. */
const areaGate = (area: StaffArea | StaffTool) => ({
  middleware: async () => [(await import('./shell/role-gate.ts')).gateOf(area)],
});

/** The screens within the shell. */
const areas: RouteObject[] = [
  {
    lazy: areaGate('users'),
    children: [
      { path: patterns.users, lazy: () => import('./features/users/list/user-list.tsx') },
      { path: patterns.newUser, lazy: () => import('./features/users/form/user-create.tsx') },
      { path: patterns.userImport, lazy: () => import('./features/users/import/user-import.tsx') },
      { path: patterns.rosters, lazy: () => import('./features/rosters/rosters.tsx') },
      { path: patterns.userDetail, lazy: () => import('./features/users/detail/user-detail.tsx') },
    ],
  },
  {
    lazy: areaGate('schools'),
    children: [{ path: patterns.nextYear, lazy: () => import('./features/school-year/next-year.tsx') }],
  },
  {
    lazy: areaGate('classes'),
    children: [
      { path: patterns.classes, lazy: () => import('./features/classes/list/class-list.tsx') },
      { path: patterns.newClass, lazy: () => import('./features/classes/form/class-create.tsx') },
      { path: patterns.classDetail, lazy: () => import('./features/classes/detail/class-detail.tsx') },
      { path: patterns.classStudents, lazy: () => import('./features/classes/students/class-students.tsx') },
      { path: patterns.addStudents, lazy: () => import('./features/classes/roster/students-add.tsx') },
      { path: patterns.classStudent, lazy: () => import('./features/students/student-detail.tsx') },
      { path: patterns.classNameCards, lazy: () => import('./features/classes/name-cards/name-cards.tsx') },
      { path: patterns.classActivity, lazy: () => import('./features/activity/class-activity.tsx') },
      { path: patterns.classPresent, lazy: () => import('./features/present/board/present.tsx') },
    ],
  },
  {
    lazy: areaGate('communityQueue'),
    children: [
      { path: patterns.classWall, lazy: () => import('./features/community/list/class-wall.tsx') },
      { path: patterns.communityQueue, lazy: () => import('./features/community/list/community-queue.tsx') },
    ],
  },
  {
    lazy: areaGate('textbooks'),
    children: [
      { path: patterns.textbooks, lazy: () => import('./features/textbooks/list/textbook-list.tsx') },
      { path: patterns.newTextbook, lazy: () => import('./features/textbooks/form/textbook-create.tsx') },
      { path: patterns.brokenLinks, lazy: () => import('./features/link-health/broken-link-list.tsx') },
      { path: patterns.textbookDetail, lazy: () => import('./features/textbooks/detail/textbook-detail.tsx') },
      { path: patterns.textbookMap, lazy: () => import('./features/activity/book-map.tsx') },
      { path: patterns.printedCodes, lazy: () => import('./features/printed-codes/printed-code-list.tsx') },
      { path: patterns.newLesson, lazy: () => import('./features/lessons/lesson-create.tsx') },
      { path: patterns.lessonDetail, lazy: () => import('./features/lessons/lesson-detail.tsx') },
      { path: patterns.newContent, lazy: () => import('./features/contents/form/content-create.tsx') },
      { path: patterns.contentDetail, lazy: () => import('./features/contents/detail/content-detail.tsx') },
      { path: patterns.pushAndListen, lazy: () => import('./features/push-and-listen/push-and-listen.tsx') },
    ],
  },
  {
    lazy: areaGate('reports'),
    children: [{ path: patterns.reports, lazy: () => import('./features/reports/page/report.tsx') }],
  },
  {
    lazy: areaGate('schools'),
    children: [
      { path: patterns.schools, lazy: () => import('./features/schools/school-list.tsx') },
      { path: patterns.newSchool, lazy: () => import('./features/schools/school-create.tsx') },
      { path: patterns.schoolDetail, lazy: () => import('./features/schools/school-detail.tsx') },
      { path: patterns.schoolSettings, lazy: () => import('./features/schools/settings/school-settings.tsx') },
    ],
  },
  {
    lazy: areaGate('trash'),
    children: [{ path: patterns.trash, lazy: () => import('./features/trash/trash-list.tsx') }],
  },
  {
    lazy: areaGate('audit'),
    children: [{ path: patterns.audit, lazy: () => import('./features/audit/audit-list.tsx') }],
  },
  {
    lazy: areaGate('privacy'),
    children: [
      { path: patterns.privacy, lazy: () => import('./features/privacy/privacy-list.tsx') },
      { path: patterns.privacyProfile, lazy: () => import('./features/privacy/privacy-detail.tsx') },
    ],
  },
  {
    lazy: areaGate('apiKeys'),
    children: [
      { path: patterns.apiKeys, lazy: () => import('./features/api-keys/api-key-list.tsx') },
      { path: patterns.newApiKey, lazy: () => import('./features/api-keys/api-key-create.tsx') },
    ],
  },
  {
    lazy: areaGate('webhooks'),
    children: [
      { path: patterns.webhooks, lazy: () => import('./features/webhooks/webhook-list.tsx') },
      { path: patterns.newWebhook, lazy: () => import('./features/webhooks/webhook-create.tsx') },
      { path: patterns.webhookDetail, lazy: () => import('./features/webhooks/webhook-detail.tsx') },
    ],
  },
  {
    lazy: areaGate('ownAccount'),
    children: [{ path: patterns.account, lazy: () => import('./features/account/account.tsx') }],
  },
  {
    lazy: areaGate('system'),
    children: [{ path: patterns.system, lazy: () => import('./features/system/system.tsx') }],
  },
];

/** The URL map of index.html. Every screen is its own chunk. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    // The page stays empty while the first screen's code loads.
    HydrateFallback: () => null,
    children: [
      // A family's page, outside the staff's frame. Its path is here, because every child's device loads paths.ts.
      { path: '/album', lazy: () => import('./features/albums/family-album.tsx') },
      {
        lazy: () => import('./staff-area.tsx'),
        children: [
          { path: patterns.login, lazy: () => import('./features/auth/login/login.tsx') },
          { path: patterns.providerLogin, lazy: () => import('./features/auth/login/provider-return.tsx') },
          { path: patterns.forgotPassword, lazy: () => import('./features/auth/forgot-password.tsx') },
          { path: patterns.setPassword, lazy: () => import('./features/auth/mailed-links/set-password.tsx') },
          { path: patterns.acceptInvitation, lazy: () => import('./features/auth/mailed-links/accept-invitation.tsx') },
          { path: patterns.confirmEmail, lazy: () => import('./features/auth/mailed-links/confirm-email.tsx') },
          { path: patterns.firstRun, lazy: () => import('./features/auth/first-run/first-run.tsx') },
          {
            path: '*',
            lazy: () =>
              loginInfo() === null ? import('#web/shared/pages/not-found.tsx') : import('./shell/not-found.tsx'),
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
