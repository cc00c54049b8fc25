import type { ReactNode } from 'react';
import { LogoMark } from './logo.tsx';
import './notice.css';

interface NoticeProps {
  readonly title: string;
  readonly text: string;
  /** The one next step. */
  readonly children: ReactNode;
}

/** A whole page with one message, outside both areas; it must work when nothing else does. */
export function Notice({ title, text, children }: NoticeProps) {
  return (
    <main className="notice">
      <LogoMark />
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </main>
  );
}
