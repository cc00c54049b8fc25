import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { Icon } from '#web/student/art/icons.tsx';
import { plain } from '#web/student/text/furigana.ts';
import { useWords, Words } from '#web/student/text/words.tsx';

interface PostTurnerProps {
  readonly previous: string | null;
  readonly next: string | null;
}

/** The neighbours on the wall, by button and by arrow key. */
export function PostTurner({ previous, next }: PostTurnerProps) {
  const { t } = useWords();
  useArrowKeys(previous, next);
  return (
    <nav className="post-turner" aria-label={plain(t('otherPosts'))}>
      {previous !== null && (
        <Link className="button button-small" to={previous}>
          <Icon name="previous" size={38} />
          <span>
            <Words text={t('previousPost')} />
          </span>
        </Link>
      )}
      {next !== null && (
        <Link className="button button-small post-turner-next" to={next}>
          <Icon name="next" size={38} />
          <span>
            <Words text={t('nextPost')} />
          </span>
        </Link>
      )}
    </nav>
  );
}

/** Left and right, unless something that uses these keys has the focus. */
function useArrowKeys(previous: string | null, next: string | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    const turn = ({ target, key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      const isFree = target === document.body || (target instanceof HTMLElement && target.id === 'page');
      const to = key === 'ArrowLeft' ? previous : key === 'ArrowRight' ? next : null;
      if (isFree && to !== null && !altKey && !ctrlKey && !metaKey) void navigate(to);
    };
    window.addEventListener('keydown', turn);
    return () => window.removeEventListener('keydown', turn);
  }, [previous, next, navigate]);
}
