import { paths } from '#web/shared/paths.ts';
import { useContentAhead } from '#web/student/platform/content-ahead.ts';
import { Pager } from '#web/student/ui/controls/pager.tsx';
import type { Where } from '#web/student/platform/place.ts';
import { useWords } from '#web/student/ui/text/words.tsx';

interface ContentPagerProps {
  readonly previous: string | null;
  readonly next: string | null;
  readonly where: Where;
}

/** Links to the previous and next content in printed order. Prefetches the next content. */
export function ContentPager({ previous, next, where }: ContentPagerProps) {
  const { t } = useWords();
  useContentAhead(next);
  const to = (code: string | null) => (code === null ? null : paths.studentContent(code, where));
  return (
    <Pager
      label={t('otherPages')}
      previous={{ to: to(previous), words: t('previousPage') }}
      next={{ to: to(next), words: t('nextPage') }}
    />
  );
}
