import { redirect, type RouteObject } from 'react-router-dom';
import type { StaffArea } from '#schema/access.ts';
import { paths, patterns } from './paths.ts';
import { RouteError } from './shared/route-error.tsx';

/** Lets the roles of a staff area in (section 2); the gate comes with the staff's code, not with a student's. */
const areaGate = (area: StaffArea) => ({
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
        children: [
          { path: patterns.student, loader: () => redirect(paths.profiles()) },
          { path: patterns.profiles, lazy: () => import('./student/profiles/profile-list.tsx') },
          { path: patterns.classCompleted, lazy: () => import('./student/classes/class-completed.tsx') },
          { path: patterns.studentClass, lazy: () => import('./student/classes/class-detail.tsx') },
          { path: patterns.unitList, lazy: () => import('./student/lessons/unit-list.tsx') },
          { path: patterns.unitDetail, lazy: () => import('./student/lessons/unit-detail.tsx') },
          { path: patterns.communityList, lazy: () => import('./student/community/community-list.tsx') },
          { path: patterns.studentContent, lazy: () => import('./student/contents/content-detail.tsx') },
        ],
      },
      {
        lazy: () => import('./staff/staff-area.tsx'),
        children: [
          { path: patterns.login, lazy: () => import('./staff/auth/login.tsx') },
          {
            lazy: {
              middleware: async () => [(await import('./staff/shell/role-gate.ts')).requireSession],
              Component: async () => (await import('./staff/shell/shell.tsx')).Component,
            },
            children: [
              {
                lazy: areaGate('users'),
                children: [{ path: patterns.users, lazy: () => import('./staff/users/user-list.tsx') }],
              },
              {
                lazy: areaGate('classes'),
                children: [
                  { path: patterns.classes, lazy: () => import('./staff/classes/class-list.tsx') },
                  { path: patterns.newClass, lazy: () => import('./staff/classes/class-create.tsx') },
                  { path: patterns.classDetail, lazy: () => import('./staff/classes/class-detail.tsx') },
                ],
              },
              {
                lazy: areaGate('textbooks'),
                children: [{ path: patterns.textbooks, lazy: () => import('./staff/textbooks/textbook-list.tsx') }],
              },
              {
                lazy: areaGate('reports'),
                children: [{ path: patterns.reports, lazy: () => import('./staff/reports/report.tsx') }],
              },
            ],
          },
        ],
      },
      { path: '*', lazy: () => import('./shared/not-found.tsx') },
    ],
  },
];
