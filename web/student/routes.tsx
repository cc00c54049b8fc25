import { redirect, type RouteObject } from 'react-router-dom';
import { paths, patterns } from '#web/shared/paths.ts';
import { RouteError } from '#web/shared/pages/route-error.tsx';
import * as classDetail from './features/classes/class-detail.tsx';
import * as profileList from './features/profiles/profile-list.tsx';
import * as studentArea from './student-area.tsx';
import { ScreenProblem } from './ui/frame/screen-problem.tsx';

const screens: RouteObject[] = [
  { path: patterns.student, loader: () => redirect(paths.profiles()) },
  { path: patterns.profiles, ...profileList },
  { path: patterns.studentClass, ...classDetail },
  { path: patterns.classCompleted, lazy: () => import('./features/classes/class-completed.tsx') },
  { path: patterns.unitList, lazy: () => import('./features/lessons/unit-list.tsx') },
  { path: patterns.unitDetail, lazy: () => import('./features/lessons/unit-detail.tsx') },
  { path: patterns.gameList, lazy: () => import('./features/games/game-list.tsx') },
  { path: patterns.check, lazy: () => import('./features/check/check-page.tsx') },
  { path: patterns.studentCard, lazy: () => import('./features/profiles/child/card-page.tsx') },
  { path: patterns.communityList, lazy: () => import('./features/community/list/community-list.tsx') },
  { path: patterns.communityPreview, lazy: () => import('./features/community/post/community-preview.tsx') },
  { path: patterns.communityUpload, lazy: () => import('./features/posting/posting-page.tsx') },
  { path: patterns.studentContent, lazy: () => import('./features/contents/content-detail.tsx') },
  { path: `${patterns.student}/*`, lazy: () => import('./not-found.tsx') },
];

/** The URL map of student.html. The first screens are in the first chunk; every other screen has its own. */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    // The page of student.html stays until the first screen is ready (web/shared/start.tsx).
    HydrateFallback: () => null,
    children: [
      { path: patterns.root, loader: () => redirect(paths.profiles()) },
      {
        ...studentArea,
        // Inside the area, so that a child keeps the header and reads the students' words.
        children: [{ ErrorBoundary: ScreenProblem, children: screens }],
      },
      { path: '*', lazy: () => import('#web/shared/pages/not-found.tsx') },
    ],
  },
];
