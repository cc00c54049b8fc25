import { useEffect } from 'react';
import {
  ContentPageDocument,
  type ContentPageQuery,
} from '#web/student/features/contents/content-page.lazy.generated.ts';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';
import { pagePictureUrl } from '#web/student/platform/device/page-picture.ts';

/** Milliseconds before the content is prefetched, so that this page loads first. */
const aheadAfter = 1500;

// Safari has neither of the two.
const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
const { requestIdleCallback: whenIdle = setTimeout } = globalThis as {
  requestIdleCallback?: (act: () => void) => unknown;
};

/** Prefetches the content that the child will probably open next, with its picture, unless the device saves data. */
export function useContentAhead(hashCode: string | null | undefined): void {
  useEffect(() => {
    if (!hashCode || connection?.saveData) return undefined;
    const timer = setTimeout(() => whenIdle(() => void prefetch(hashCode).catch(() => undefined)), aheadAfter);
    return () => clearTimeout(timer);
  }, [hashCode]);
}

async function prefetch(hashCode: string): Promise<void> {
  const { data } = await studentClient.query<ContentPageQuery>({ query: ContentPageDocument, variables: { hashCode } });
  const picture = data?.studentContent.pageImage;
  if (picture) new Image().src = pagePictureUrl(picture);
}
