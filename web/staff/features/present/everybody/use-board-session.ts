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

/** The polling interval of the followers and the interval of the board's heartbeats, in milliseconds. */
const pace = 3_000;
const heartbeat = 20_000;

interface Showing {
  readonly classId: string;
  /** The page that the board shows. */
  readonly contentId: string;
}

/** The session of this board. It starts on request, follows each turn of the page, and ends when the board closes. */
export function useBoardSession({ classId, contentId }: Showing) {
  const [sessionId, setSessionId] = useState(() => storedSession(classId));
  /** True if the session ended without the teacher: its time was over, or another board started a session. */
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

/** The state of this session; undefined for a late response about the previous session. */
function boardOf(masked: Masked<BoardStateFragment>, sessionId: string) {
  const board = unmask<BoardStateFragment>(masked);
  return board.session?.id === sessionId ? board : undefined;
}

function endSession(classId: string, sessionId: string): void {
  storeSession(classId, null);
  staffClient
    .mutate({ mutation: EndBoardSessionDocument, variables: { input: { classId, sessionId } }, ...ownProblems })
    // The server ends a session that gets no heartbeats.
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
