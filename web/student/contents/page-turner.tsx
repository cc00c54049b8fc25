import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { studentClient } from '#web/student/apollo/student-client.ts';
import { Icon } from '#web/student/art/icons.tsx';
import type { Where } from '#web/student/frame/where.ts';
import { ContentPageDocument, type ContentPageQuery } from '#web/student/operations.generated.ts';
import { useWords, Words } from '#web/student/text/words.tsx';

interface PageTurnerProps {
  readonly previous: string | null;
  readonly next: string | null;
  readonly where: Where;
}

/** The neighbours in printed order; the next page is fetched ahead. */
export function PageTurner({ previous, next, where }: PageTurnerProps) {
  const { t } = useWords();
  const before = previous === null ? null : paths.studentContent(previous, where);
  const after = next === null ? null : paths.studentContent(next, where);
  useArrowKeys(before, after);
  useNextPage(next);
  return (
    <nav className="page-turner">
      {before !== null && (
        <Link className="button button-small" to={before}>
          <Icon name="previous" size={38} />
          <span>
            <Words text={t('previousPage')} />
          </span>
        </Link>
      )}
      {after !== null && (
        <Link className="button button-small page-turner-next" to={after}>
          <Icon name="next" size={38} />
          <span>
            <Words text={t('nextPage')} />
          </span>
        </Link>
      )}
    </nav>
  );
}

/** Left and right turn the page, unless something that uses these keys has the focus. */
function useArrowKeys(before: string | null, after: string | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    const turn = (event: KeyboardEvent) => {
      const { target, key } = event;
      const isFree = target === document.body || (target instanceof HTMLElement && target.id === 'page');
      const to = key === 'ArrowLeft' ? before : key === 'ArrowRight' ? after : null;
      if (isFree && to !== null && !event.altKey && !event.ctrlKey && !event.metaKey) void navigate(to);
    };
    window.addEventListener('keydown', turn);
    return () => window.removeEventListener('keydown', turn);
  }, [before, after, navigate]);
}

/** Milliseconds that this page has for itself before the next one is fetched. */
const aheadAfter = 1500;

function useNextPage(next: string | null): void {
  useEffect(() => {
    if (next === null) return;
    const timer = setTimeout(() => {
      studentClient
        .query<ContentPageQuery>({ query: ContentPageDocument, variables: { hashCode: next } })
        .then(({ data }) => {
          const url = data?.studentContent.pageImage?.url;
          if (url) new Image().src = url;
        })
        .catch(() => undefined);
    }, aheadAfter);
    return () => clearTimeout(timer);
  }, [next]);
}
