import type { MouseEvent } from 'react';
import { Link as RouterLink, useNavigate, type LinkProps } from 'react-router-dom';

/** A link that shows that it is pressed before its page is asked for: on a slow tablet a tap is answered at once. */
export function Link(props: Omit<LinkProps, 'onClick' | 'target'>) {
  const navigate = useNavigate();
  const { to, replace = false } = props;
  const state: unknown = props.state;
  const open = (event: MouseEvent) => {
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (event.button !== 0 || elsewhere) return;
    event.preventDefault();
    afterPaint(() => void navigate(to, { replace, state }));
  };
  return <RouterLink {...props} onClick={open} />;
}

// A frame that is drawn is over when its next task runs.
const afterPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work));
