import { redirect, type RouteObject } from 'react-router-dom';
import { paths, patterns } from '#web/paths.ts';
import { RouteError } from '#web/shared/route-error.tsx';
import * as classDetail from './classes/class-detail.tsx';
import * as profileList from './profiles/profile-list.tsx';
import * as studentArea from './student-area.tsx';

/**
 * The URL map of student.html. What a first visit shows comes with the first files; every other screen is its own chunk.
 */
export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteError,
    // The meadow that student.html brings stays until the first page is there.
    HydrateFallback: () => <div className="student" />,
    children: [
      { path: patterns.root, loader: () => redirect(paths.profiles()) },
      {
        ...studentArea,
        children: [
          { path: patterns.student, loader: () => redirect(paths.profiles()) },
          { path: patterns.profiles, ...profileList },
          { path: patterns.studentClass, ...classDetail },
          { path: patterns.classCompleted, lazy: () => import('./classes/class-completed.tsx') },
          { path: patterns.unitList, lazy: () => import('./lessons/unit-list.tsx') },
          { path: patterns.unitDetail, lazy: () => import('./lessons/unit-detail.tsx') },
          { path: patterns.gameList, lazy: () => import('./games/game-list.tsx') },
          { path: patterns.check, lazy: () => import('./check/check-page.tsx') },
          { path: patterns.communityList, lazy: () => import('./community/community-list.tsx') },
          { path: patterns.communityPreview, lazy: () => import('./community/community-preview.tsx') },
          { path: patterns.communityUpload, lazy: () => import('./posting/posting-page.tsx') },
          { path: patterns.studentContent, lazy: () => import('./contents/content-detail.tsx') },
          { path: `${patterns.student}/*`, lazy: () => import('./frame/not-found.tsx') },
        ],
      },
      { path: '*', lazy: () => import('#web/shared/not-found.tsx') },
    ],
  },
];
