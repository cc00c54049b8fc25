import { useEffect } from 'react';
import type { StudentContent } from './content-detail.tsx';
import { ModelSound } from './model-sound.tsx';
import { PageView } from './page-view.tsx';

interface PageReaderProps {
  readonly content: StudentContent;
  /** The page was looked at. */
  readonly onRead: () => void;
}

/** Looking at a page of the book; pages with a sound of their own can be heard too. */
export function PageReader({ content, onRead }: PageReaderProps) {
  useEffect(() => {
    onRead();
  }, [onRead]);
  return <PageView content={content}>{content.audio && <ModelSound url={content.audio.url} />}</PageView>;
}
