import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { Words } from '#web/student/ui/text/words.tsx';
import { Link } from './link.tsx';
import './pager.css';

interface Neighbour {
  /** The neighbour's address; null at the end. */
  readonly to: string | null;
  readonly words: string;
}

interface PagerProps {
  readonly label: string;
  readonly previous: Neighbour;
  readonly next: Neighbour;
}

/** Links to the previous and the next page, by button and by arrow key. */
export function Pager({ label, previous, next }: PagerProps) {
  useArrowKeys(previous.to, next.to);
  return (
    <nav className="turner" aria-label={plain(label)}>
      {previous.to !== null && (
        <Link className="button button-small" to={previous.to}>
          <Icon name="previous" size={38} />
          <span>
            <Words text={previous.words} />
          </span>
        </Link>
      )}
      {next.to !== null && (
        <Link className="button button-small turner-next" to={next.to}>
          <Icon name="next" size={38} />
          <span>
            <Words text={next.words} />
          </span>
        </Link>
      )}
    </nav>
  );
}

/** Left and right arrow keys turn one page per press, unless a control that uses these keys has the focus. */
function useArrowKeys(previous: string | null, next: string | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    const turn = ({ target, key, repeat, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
      const isFree = target === document.body || (target instanceof HTMLElement && target.id === 'page');
      const to = key === 'ArrowLeft' ? previous : key === 'ArrowRight' ? next : null;
      if (isFree && to !== null && !repeat && !altKey && !ctrlKey && !metaKey) void navigate(to);
    };
    window.addEventListener('keydown', turn);
    return () => window.removeEventListener('keydown', turn);
  }, [previous, next, navigate]);
}
