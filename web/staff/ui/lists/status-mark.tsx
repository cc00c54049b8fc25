import type { ReactNode } from 'react';
import './status-mark.css';

interface StatusMarkProps {
  readonly tone: 'good' | 'waiting' | 'quiet';
  readonly children: ReactNode;
}

/** A status as a small pill. The text carries the meaning; the colour only supports it. */
export function StatusMark({ tone, children }: StatusMarkProps) {
  return <span className={`status-mark status-${tone}`}>{children}</span>;
}
