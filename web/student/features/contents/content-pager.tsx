import { useEffect } from 'react';
import { paths } from '#web/shared/paths.ts';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';
import { Pager } from '#web/student/ui/controls/pager.tsx';
import { pagePictureUrl } from '#web/student/platform/device/page-picture.ts';
import type { Where } from '#web/student/platform/place.ts';
import {
  ContentPageDocument,
  type ContentPageQuery,
} from '#web/student/features/contents/content-page.lazy.generated.ts';
import { useWords } from '#web/student/ui/text/words.tsx';

interface ContentPagerProps {
  readonly previous: string | null;
  readonly next: string | null;
  readonly where: Where;
}

/** Links to the previous and next content in printed order. Prefetches the next content. */
export function ContentPager({ previous, next, where }: ContentPagerProps) {
  const { t } = useWords();
  useNextPage(next);
  const to = (code: string | null) => (code === null ? null : paths.studentContent(code, where));
  return (
    <Pager
      label={t('otherPages')}
      previous={{ to: to(previous), words: t('previousPage') }}
      next={{ to: to(next), words: t('nextPage') }}
    />
  );
}

/** Milliseconds before the next content is prefetched, so that this page loads first. */
const aheadAfter = 1500;

function useNextPage(next: string | null): void {
  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(() => {
      studentClient
        .query<ContentPageQuery>({ query: ContentPageDocument, variables: { hashCode: next } })
        .then(({ data }) => {
          const picture = data?.studentContent.pageImage;
          if (picture) new Image().src = pagePictureUrl(picture);
        })
        .catch(() => undefined);
    }, aheadAfter);
    return () => clearTimeout(timer);
  }, [next]);
}
