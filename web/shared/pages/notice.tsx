import type { ReactNode } from 'react';
import { LogoMark } from '#web/shared/logo.tsx';
import './notice.css';

interface NoticeProps {
  readonly title: string;
  readonly text: string;
  /** The next step. */
  readonly children: ReactNode;
}

/** A full page with one message, outside both areas. It must work when everything else fails. */
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
