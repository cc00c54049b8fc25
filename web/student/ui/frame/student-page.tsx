import type { ReactNode } from 'react';
import { useTitle } from '#web/shared/title.ts';
import { plain } from '#web/student/ui/text/furigana.ts';
import { PageHeader, type Back } from './page-header.tsx';
import './student-page.css';

interface StudentPageProps {
  /** The browser tab's title; furigana are dropped. */
  readonly title: string;
  /** The target of Back: the parent page, whichever way the child came. Undefined on the first page. */
  readonly back?: Back;
  readonly isBeside?: boolean;
  readonly children: ReactNode;
  readonly className?: string;
}

/** The frame of every student page: the header and the page. */
export function StudentPage({ title, back, isBeside, children, className = '' }: StudentPageProps) {
  useTitle(plain(title));
  return (
    <>
      <PageHeader back={back} isBeside={isBeside} />
      <main id="page" tabIndex={-1} className={`page ${className}`}>
        {children}
      </main>
    </>
  );
}
