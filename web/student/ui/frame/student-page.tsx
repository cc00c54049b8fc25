import type { ReactNode } from 'react';
import { useTitle } from '#web/shared/title.ts';
import { plain } from '#web/student/ui/text/furigana.ts';
import { PageHeader, type Back } from './page-header.tsx';
import './student-page.css';

interface StudentPageProps {
  /** Names the browser's tab; readings are dropped. */
  readonly title: string;
  /** Where Back leads: the page above this one, whichever way the child came. Absent on the first page. */
  readonly back?: Back;
  readonly isBeside?: boolean;
  readonly children: ReactNode;
  readonly className?: string;
}

/** The frame of every student page: the same corners with the same buttons, and the page between. */
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
