import type { ReactNode } from 'react';
import { Words } from '#web/student/ui/text/words.tsx';
import { StudentPage } from './student-page.tsx';
import './message-page.css';

interface MessagePageProps {
  readonly picture: ReactNode;
  readonly title: string;
  readonly text: string;
  /** A hint for a grown-up. */
  readonly grownUp?: string | undefined;
  readonly back?: string | undefined;
  /** The next step. */
  readonly children?: ReactNode;
  /** Below the message. */
  readonly foot?: ReactNode;
}

/** A page with a picture, a short message and one next step. */
export function MessagePage({ picture, title, text, grownUp, back, children, foot }: MessagePageProps) {
  return (
    <StudentPage title={title} back={back} className="message">
      <div className="message-card sheet" role="status">
        <div className="message-picture">{picture}</div>
        <h1 className="message-title">
          <Words text={title} />
        </h1>
        <p>
          <Words text={text} />
        </p>
        {children && <div className="message-step">{children}</div>}
        {grownUp && (
          <p className="message-grown-up">
            <Words text={grownUp} />
          </p>
        )}
      </div>
      {foot}
    </StudentPage>
  );
}
