import { useCallback, useEffect, useRef, useState } from 'react';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { singleFlight } from '#web/shared/single-flight.ts';
import { networkOnly } from '#web/staff/platform/apollo/freshness.ts';
import { staffClient } from '#web/staff/platform/apollo/client.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import {
  EndBoardSessionDocument,
  useClassBoardQuery,
  useStartBoardSessionMutation,
  useTurnBoardPageMutation,
  type BoardStateFragment,
} from '#web/staff/operations.generated.ts';
import { claimSession, forgetSession, storedSession, storeSession } from './board-session-store.ts';

/** The polling interval of the followers, the interval of the board's heartbeats and the limit of a request, in milliseconds. */
const pace = 3_000;
const heartbeat = 20_000;
const turnLimit = 10_000;

interface Showing {
  readonly classId: string;
  /** The page that the board shows. */
  readonly contentId: string;
}

/** The session of this board. It starts on request, follows each turn of the page, and ends when the board closes. */
export function useBoardSession({ classId, contentId }: Showing) {
  const { sessionId, lead, isClosed } = useLedSession(classId);
  /** True if the session ended without the teacher: its time was over, another board started one, or the class is gone. */
  const [hasEnded, setEnded] = useState(false);
  const isOn = sessionId !== null && !hasEnded;
  const [startSession, { loading: isStarting }] = useStartBoardSessionMutation();
  const { data, error, startPolling, stopPolling } = useClassBoardQuery({
    variables: { classId },
    skip: !isOn,
    ...networkOnly,
    pollInterval: pace,
    ...ownProblems,
  });
  const keep = useCallback(
    (id: string | null) => {
      storeSession(classId, id);
      lead(id);
    },
    [classId, lead],
  );
  const lose = useCallback(() => {
    keep(null);
    setEnded(true);
  }, [keep]);

  useEffect(() => {
    if (isOn) startPolling(pace);
    else stopPolling();
  }, [isOn, startPolling, stopPolling]);

  // The user cannot read the class any more, so this board leads nobody. Apollo clears the error at each poll.
  const isClassGone = error !== undefined && [403, 404].includes(problemOf(error).status);
  if (isClassGone && !hasEnded) setEnded(true);
  const isRefused = useTurns({ classId, contentId, sessionId: isOn ? sessionId : null }, lose);
  const board = isOn && data ? boardOf(data.classBoard, sessionId) : undefined;
  return {
    isOn,
    isStarting,
    hasEnded,
    /** True while students cannot open the page of the board: it became a draft, or the class got another textbook. */
    isPageRefused: isOn && isRefused,
    followers: board?.followers ?? [],
    start: async () => {
      const context = { fetchOptions: { signal: AbortSignal.timeout(turnLimit) } };
      const { data: started } = await startSession({ variables: { input: { classId, contentId } }, context });
      const id = started && unmask<BoardStateFragment>(started.startBoardSession).session?.id;
      if (id !== undefined && isClosed.current) return endSession(classId, id);
      setEnded(false);
      keep(id ?? null);
      if (id !== undefined) void claimSession(id);
    },
    end: () => {
      if (sessionId !== null) endSession(classId, sessionId);
      keep(null);
    },
  };
}

/** Sends each turn of the page, and heartbeats. True if the API refused the page that the board shows. */
function useTurns({ classId, contentId, sessionId }: Showing & { sessionId: string | null }, lose: () => void) {
  const [turnPage] = useTurnBoardPageMutation();
  const [refused, setRefused] = useState<string | null>(null);
  const latestPage = useRef(contentId);
  const turns = useRef<ReturnType<typeof singleFlight>>(null);

  useEffect(() => {
    if (sessionId === null) return undefined;
    let isOver = false;
    const { run, isSending } = singleFlight(async () => {
      if (isOver) return;
      const page = latestPage.current;
      const fetchOptions = { signal: AbortSignal.timeout(turnLimit) };
      const context = { ...ownProblems.context, fetchOptions };
      const sent = turnPage({ variables: { input: { classId, sessionId, contentId: page } }, context });
      const problem = await sent.then(() => undefined, problemOf);
      if (isOver) return;
      if (problem?.messageKey === 'messages.boardSessionEnded') lose();
      // Without a network the next heartbeat tries again.
      else if (problem?.status !== 0) setRefused(problem?.status === 404 ? page : null);
    });
    turns.current = { run, isSending };
    const heartbeats = setInterval(() => void (isSending() || run()), heartbeat);
    return () => {
      isOver = true;
      clearInterval(heartbeats);
    };
  }, [classId, sessionId, turnPage, lose]);

  useEffect(() => {
    latestPage.current = contentId;
    if (sessionId !== null) void turns.current?.run();
  }, [sessionId, contentId]);
  return refused === contentId;
}

/** The state of this session; undefined for a late response about the previous session. */
function boardOf(masked: Masked<BoardStateFragment>, sessionId: string) {
  const board = unmask<BoardStateFragment>(masked);
  return board.session?.id === sessionId ? board : undefined;
}

function endSession(classId: string, sessionId: string): void {
  forgetSession(classId, sessionId);
  staffClient
    .mutate({ mutation: EndBoardSessionDocument, variables: { input: { classId, sessionId } }, ...ownProblems })
    // The server ends a session that gets no heartbeats.
    .catch(() => undefined);
}

/** The session that this board leads; a reloaded board goes on with its session. The session ends when the board closes. */
function useLedSession(classId: string) {
  const [sessionId, setSessionId] = useState<string | null>(null);
  // The board can be closed before it is rendered with a session that has just started.
  const latest = useRef<string>(null);
  const isClosed = useRef(false);
  const lead = useCallback((id: string | null) => {
    latest.current = id;
    setSessionId(id);
  }, []);

  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
      // A reload does not close the board.
      if (latest.current !== null) endSession(classId, latest.current);
    };
  }, [classId]);

  useEffect(() => {
    const stored = storedSession(classId);
    if (stored === null) return;
    void claimSession(stored).then((isOwn) => {
      if (!isOwn) forgetSession(classId, stored);
      // The user closed the board before the lock was taken.
      else if (isClosed.current) endSession(classId, stored);
      else if (latest.current === null) lead(storedSession(classId));
    });
  }, [classId, lead]);
  return { sessionId, lead, isClosed };
}
