import type { MouseEvent } from 'react';
import { Link as RouterLink, useNavigate, type LinkProps } from 'react-router-dom';

/** A link that draws its pressed state before it navigates, so that a slow tablet responds to a tap at once. */
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

// A task after requestAnimationFrame runs when the frame is drawn.
const afterPaint = (work: () => void) => requestAnimationFrame(() => setTimeout(work));
