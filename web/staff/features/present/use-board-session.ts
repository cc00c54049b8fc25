import { useCallback, useEffect, useRef, useState } from 'react';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { askedNow } from '#web/staff/platform/apollo/freshness.ts';
import { staffClient } from '#web/staff/platform/apollo/client.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import {
  EndBoardSessionDocument,
  useClassBoardQuery,
  useStartBoardSessionMutation,
  useTurnBoardPageMutation,
  type BoardStateFragment,
} from '#web/staff/operations.generated.ts';
import { storedSession, storeSession } from './board-session-store.ts';

/** Milliseconds between two looks at who follows, and between two heartbeats of the board. */
const pace = 3_000;
const heartbeat = 20_000;

interface Showing {
  readonly classId: string;
  /** The page that the board shows. */
  readonly contentId: string;
}

/** The session of this board: it begins on request, follows the pages that are turned, and ends with the board. */
export function useBoardSession({ classId, contentId }: Showing) {
  const [sessionId, setSessionId] = useState(() => storedSession(classId));
  /** The session ended without the teacher: its time was up, or another board began one. */
  const [hasEnded, setEnded] = useState(false);
  const [startSession, { loading: isStarting }] = useStartBoardSessionMutation();
  const [turnPage] = useTurnBoardPageMutation(ownProblems);
  const { data, startPolling, stopPolling } = useClassBoardQuery({
    variables: { classId },
    skip: sessionId === null,
    ...askedNow,
    pollInterval: pace,
    ...ownProblems,
  });
  const keep = useCallback(
    (id: string | null) => {
      storeSession(classId, id);
      setSessionId(id);
    },
    [classId],
  );
  const lose = useCallback(() => {
    keep(null);
    setEnded(true);
  }, [keep]);

  useEffect(() => {
    if (sessionId === null) return undefined;
    const turn = () =>
      void turnPage({ variables: { input: { classId, sessionId, contentId } } }).catch((error: unknown) => {
        // Without a network the next heartbeat tries again.
        if (problemOf(error).messageKey === 'messages.boardSessionEnded') lose();
      });
    turn();
    const heartbeats = setInterval(turn, heartbeat);
    return () => clearInterval(heartbeats);
  }, [classId, sessionId, contentId, turnPage, lose]);

  useEffect(() => {
    if (sessionId === null) stopPolling();
    else startPolling(pace);
  }, [sessionId, startPolling, stopPolling]);

  useEndWithBoard(classId, sessionId);
  const board = sessionId === null || !data ? undefined : boardOf(data.classBoard, sessionId);
  return {
    isOn: sessionId !== null,
    isStarting,
    hasEnded,
    followers: board?.followers ?? [],
    start: async () => {
      const { data: started } = await startSession({ variables: { input: { classId, contentId } } });
      setEnded(false);
      keep(started ? (unmask<BoardStateFragment>(started.startBoardSession).session?.id ?? null) : null);
    },
    end: () => {
      if (sessionId !== null) endSession(classId, sessionId);
      keep(null);
    },
  };
}

/** What was read of this session; an answer that was on its way may be of the one before. */
function boardOf(of: Masked<BoardStateFragment>, sessionId: string) {
  const board = unmask<BoardStateFragment>(of);
  return board.session?.id === sessionId ? board : undefined;
}

function endSession(classId: string, sessionId: string): void {
  storeSession(classId, null);
  staffClient
    .mutate({ mutation: EndBoardSessionDocument, variables: { input: { classId, sessionId } }, ...ownProblems })
    // A session without heartbeats of its board ends by itself.
    .catch(() => undefined);
}

/** Ends the session when the board is closed; a reload does not close it. */
function useEndWithBoard(classId: string, sessionId: string | null): void {
  const latest = useRef(sessionId);
  useEffect(() => {
    latest.current = sessionId;
  }, [sessionId]);
  useEffect(
    () => () => {
      if (latest.current !== null) endSession(classId, latest.current);
    },
    [classId],
  );
}
