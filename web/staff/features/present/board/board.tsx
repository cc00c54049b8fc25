import { ChevronLeft, ChevronRight, Cross, Maximize, Minimize, Properties } from '@blueprintjs/icons';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { staffClient } from '#web/staff/platform/apollo/client.ts';
import { PresentedContentDocument, type PresentedContentQuery } from '#web/staff/operations.generated.ts';
import {
  enterFullScreen,
  leaveFullScreen,
  useEscapeFromFullScreen,
  useFullScreen,
} from '#web/staff/ui/controls/full-screen.ts';
import { BoardContent } from '#web/staff/features/present/content/board-content.tsx';
import { BoardTool } from '#web/staff/features/present/board-tool.tsx';
import { Everybody } from '#web/staff/features/present/everybody/everybody.tsx';
import { PageList } from './page-list.tsx';
import type { PresentedBook, PresentedPage } from '#web/staff/features/present/presented.ts';
import { useBoardKeys } from '#web/staff/features/present/use-board-keys.ts';

interface BoardProps {
  readonly classId: string;
  readonly book: PresentedBook;
  readonly current: PresentedPage;
  /** Shows the page with this hash code. */
  readonly onOpen: (hashCode: string) => void;
}

/** One page of the textbook in the whole window, with its tools and links to other pages. */
export function Board({ classId, book, current, onOpen }: BoardProps) {
  const { t } = useTranslation('present');
  const { studentContents: pages, classUnits: units } = book;
  const at = pages.indexOf(current);
  const [previous, next] = [pages[at - 1], pages[at + 1]];
  const [isListing, setListing] = useState(false);
  const leave = useLeave(classId);
  const turn = (to: PresentedPage | undefined) => to && onOpen(to.hashCode);
  useBoardKeys({
    PageDown: () => turn(next),
    ArrowRight: () => turn(next),
    PageUp: () => turn(previous),
    ArrowLeft: () => turn(previous),
    Escape: leave,
  });
  usePageAhead(next);
  const unit = units.find(({ id }) => id === current.unitId);
  return (
    <div className="board">
      <header className="board-head">
        <BoardTool icon={<Cross size={26} />} text={t('leave')} onClick={leave} />
        <BoardTool icon={<Properties size={26} />} text={t('pages')} onClick={() => setListing(true)} />
        <FullScreenTool />
        <Everybody classId={classId} contentId={current.id} />
        <div className="board-title">
          <h1>{current.name}</h1>
          <p>{t('place', { unit: unit?.title ?? '', page: current.pageNumber })}</p>
        </div>
      </header>
      <BoardContent key={current.id} page={current} />
      <BoardTool
        className="board-previous"
        icon={<ChevronLeft size={34} />}
        text={t('previous')}
        disabled={!previous}
        onClick={() => turn(previous)}
      />
      <BoardTool
        className="board-next"
        icon={<ChevronRight size={34} />}
        text={t('next')}
        disabled={!next}
        onClick={() => turn(next)}
      />
      <PageList
        {...{ book, current }}
        isOpen={isListing}
        onClose={() => setListing(false)}
        onOpen={(hashCode) => {
          setListing(false);
          onOpen(hashCode);
        }}
      />
    </div>
  );
}

/** Leads back to the class; the full screen ends with the board. */
function useLeave(classId: string): () => void {
  const navigate = useNavigate();
  const leave = useCallback(() => void navigate(paths.classDetail(classId)), [navigate, classId]);
  useEscapeFromFullScreen(leave);
  useEffect(() => leaveFullScreen, []);
  return leave;
}

function FullScreenTool() {
  const { t } = useTranslation('present');
  const { isFull, isPossible } = useFullScreen();
  if (!isPossible) return null;
  return (
    <BoardTool
      icon={isFull ? <Minimize size={26} /> : <Maximize size={26} />}
      text={t(isFull ? 'smaller' : 'fullScreen')}
      onClick={() => (isFull ? leaveFullScreen() : void enterFullScreen())}
    />
  );
}

/** Milliseconds before the next page is fetched, so that this one loads first. */
const aheadAfter = 1000;

/** Prefetches the next page and its image. */
function usePageAhead(next: PresentedPage | undefined): void {
  const { hashCode, id: contentId } = next ?? {};
  useEffect(() => {
    if (hashCode === undefined) return undefined;
    const timer = setTimeout(() => {
      staffClient
        .query<PresentedContentQuery>({
          query: PresentedContentDocument,
          variables: { hashCode, contentId },
          // A failure is shown when the page is opened.
          context: { ownProblems: true },
        })
        .then(({ data }) => {
          const url = data?.studentContent.pageImage?.url;
          if (url !== undefined) new Image().src = url;
        })
        .catch(() => undefined);
    }, aheadAfter);
    return () => clearTimeout(timer);
  }, [hashCode, contentId]);
}
