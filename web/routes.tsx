import { redirect, type RouteObject } from 'react-router-dom';
import type { StaffArea, StaffTool } from '#schema/access.ts';
import { paths, patterns } from './paths.ts';
import { RouteError } from './shared/route-error.tsx';

/** Lets the roles of a staff area (section 2) or tool in; the gate comes with the staff's code, not with a student's. */
const areaGate = (area: StaffArea | StaffTool) => ({
  middleware: async () => [(await import('./staff/shell/role-gate.ts')).gateOf(area)],
});

/** The whole URL map. Every screen is its own chunk; the two areas bring their own frame. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    // Nothing is shown for the moment in which the first screen's code arrives.
    HydrateFallback: () => null,
    children: [
      { path: patterns.root, loader: () => redirect(paths.profiles()) },
      {
        lazy: () => import('./student/student-area.tsx'),
        // The meadow that student.html brings stays until the first page is there.
        HydrateFallback: () => <div className="student" />,
        children: [
          { path: patterns.student, loader: () => redirect(paths.profiles()) },
          { path: patterns.profiles, lazy: () => import('./student/profiles/profile-list.tsx') },
          { path: patterns.classCompleted, lazy: () => import('./student/classes/class-completed.tsx') },
          { path: patterns.studentClass, lazy: () => import('./student/classes/class-detail.tsx') },
          { path: patterns.unitList, lazy: () => import('./student/lessons/unit-list.tsx') },
          { path: patterns.unitDetail, lazy: () => import('./student/lessons/unit-detail.tsx') },
          { path: patterns.gameList, lazy: () => import('./student/games/game-list.tsx') },
          { path: patterns.check, lazy: () => import('./student/check/check-page.tsx') },
          { path: patterns.communityList, lazy: () => import('./student/community/community-list.tsx') },
          { path: patterns.communityPreview, lazy: () => import('./student/community/community-preview.tsx') },
          { path: patterns.communityUpload, lazy: () => import('./student/posting/posting-page.tsx') },
          { path: patterns.studentContent, lazy: () => import('./student/contents/content-detail.tsx') },
        ],
      },
      {
        lazy: () => import('./staff/staff-area.tsx'),
        children: [
          { path: patterns.login, lazy: () => import('./staff/auth/login.tsx') },
          { path: patterns.forgotPassword, lazy: () => import('./staff/auth/forgot-password.tsx') },
          { path: patterns.setPassword, lazy: () => import('./staff/auth/set-password.tsx') },
          { path: patterns.acceptInvitation, lazy: () => import('./staff/auth/accept-invitation.tsx') },
          {
            lazy: {
              middleware: async () => [(await import('./staff/shell/role-gate.ts')).requireSession],
              Component: async () => (await import('./staff/shell/shell.tsx')).Component,
            },
            children: [
              {
                lazy: areaGate('users'),
                children: [
                  { path: patterns.users, lazy: () => import('./staff/users/user-list.tsx') },
                  { path: patterns.newUser, lazy: () => import('./staff/users/user-create.tsx') },
                  { path: patterns.userImport, lazy: () => import('./staff/users/user-import.tsx') },
                  { path: patterns.userDetail, lazy: () => import('./staff/users/user-detail.tsx') },
                ],
              },
              {
                lazy: areaGate('classes'),
                children: [
                  { path: patterns.classes, lazy: () => import('./staff/classes/class-list.tsx') },
                  { path: patterns.newClass, lazy: () => import('./staff/classes/class-create.tsx') },
                  { path: patterns.classDetail, lazy: () => import('./staff/classes/class-detail.tsx') },
                  { path: patterns.classStudents, lazy: () => import('./staff/classes/class-students.tsx') },
                  { path: patterns.classNameCards, lazy: () => import('./staff/classes/name-cards.tsx') },
                ],
              },
              {
                lazy: areaGate('communityQueue'),
                children: [
                  { path: patterns.classWall, lazy: () => import('./staff/community/class-wall.tsx') },
                  { path: patterns.communityQueue, lazy: () => import('./staff/community/community-queue.tsx') },
                ],
              },
              {
                lazy: areaGate('textbooks'),
                children: [
                  { path: patterns.textbooks, lazy: () => import('./staff/textbooks/textbook-list.tsx') },
                  { path: patterns.newTextbook, lazy: () => import('./staff/textbooks/textbook-create.tsx') },
                  { path: patterns.textbookDetail, lazy: () => import('./staff/textbooks/textbook-detail.tsx') },
                  { path: patterns.newLesson, lazy: () => import('./staff/lessons/lesson-create.tsx') },
                  { path: patterns.lessonDetail, lazy: () => import('./staff/lessons/lesson-detail.tsx') },
                  { path: patterns.newContent, lazy: () => import('./staff/contents/content-create.tsx') },
                  { path: patterns.contentDetail, lazy: () => import('./staff/contents/content-detail.tsx') },
                  { path: patterns.pushAndListen, lazy: () => import('./staff/push-and-listen/push-and-listen.tsx') },
                ],
              },
              {
                lazy: areaGate('reports'),
                children: [{ path: patterns.reports, lazy: () => import('./staff/reports/report.tsx') }],
              },
              {
                lazy: areaGate('trash'),
                children: [{ path: patterns.trash, lazy: () => import('./staff/trash/trash-list.tsx') }],
              },
              {
                lazy: areaGate('audit'),
                children: [{ path: patterns.audit, lazy: () => import('./staff/audit/audit-list.tsx') }],
              },
              {
                lazy: areaGate('apiKeys'),
                children: [
                  { path: patterns.apiKeys, lazy: () => import('./staff/api-keys/api-key-list.tsx') },
                  { path: patterns.newApiKey, lazy: () => import('./staff/api-keys/api-key-create.tsx') },
                ],
              },
            ],
          },
        ],
      },
      { path: '*', lazy: () => import('./shared/not-found.tsx') },
    ],
  },
];
