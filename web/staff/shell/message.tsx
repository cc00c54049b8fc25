import type { ReactNode } from 'react';

interface MessageProps {
  readonly title: string;
  readonly text: string;
  /** The ways on. */
  readonly children: ReactNode;
}

/** What stands in the place of a screen that cannot be shown. */
export function Message({ title, text, children }: MessageProps) {
  return (
    <>
      <header className="page-header">
        <h1>{title}</h1>
      </header>
      <div className="panel screen-message">
        <p>{text}</p>
        <p>{children}</p>
      </div>
    </>
  );
}
