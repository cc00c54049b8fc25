import { matchPath } from 'react-router-dom';
import { patterns } from '#web/paths.ts';
import { isPreview } from '#web/student/apollo/preview.ts';

/** What the students' pages call themselves in reports. */
const names: readonly (readonly [pattern: string, name: string])[] = [
  [patterns.studentClass, 'Class'],
  [patterns.unitList, 'Unit list'],
  [patterns.unitDetail, 'Unit detail'],
  [patterns.studentContent, 'Content'],
  [patterns.gameList, 'Game list'],
  [patterns.communityList, 'Community'],
  [patterns.communityPreview, 'Community preview'],
  [patterns.communityUpload, 'Community upload'],
  [patterns.classCompleted, 'Class completed'],
];

/** The name of a page whose views are counted: never the profiles page (section 9's flag), and not what staff preview. */
export function trackedName(pathname: string, search: string): string | undefined {
  if (pathname.includes('profiles') || isPreview(search)) return undefined;
  return names.find(([pattern]) => matchPath(pattern, pathname))?.[1];
}
