import { trackedPageOf } from '#schema/rules/tracked-pages.ts';
import { isPreview } from '#web/student/apollo/preview.ts';

/** The name of a page whose views are counted: never the profiles page (section 9's flag), and not what staff preview. */
export function trackedName(pathname: string, search: string): string | undefined {
  if (pathname.includes('profiles') || isPreview(search)) return undefined;
  return trackedPageOf(pathname)?.name;
}
