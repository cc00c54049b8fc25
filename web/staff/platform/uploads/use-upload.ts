import type { OperationVariables } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import type { DocumentNode } from 'graphql';
import { useCallback, useEffect, useRef, useState } from 'react';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import type { UploadOptions } from '#web/shared/uploads/upload-options.ts';

interface UploadState {
  /** The chosen file; kept after a failure, so that it can be sent again. */
  readonly file: File | undefined;
  /** The sent share, from 0 to 1; undefined when nothing is being sent. */
  readonly progress: number | undefined;
  readonly problem: ClientProblem | undefined;
  /** A later file that cannot be sent. The file chosen before stays, and an upload in progress continues. */
  readonly refused: Refused | undefined;
}

interface Refused {
  readonly file: File;
  readonly problem: ClientProblem;
}

export interface Upload<Data> extends UploadState {
  /** Sends a file in place of any other. Resolves with undefined when the upload fails or is cancelled. */
  readonly start: (file: File) => Promise<Data | undefined>;
  /** Says why a file cannot be sent; the file that was chosen before stays. */
  readonly refuse: (file: File, problem: ClientProblem) => void;
  /** Sends the failed file again. */
  readonly retry: () => Promise<Data | undefined>;
  /** Cancels the upload and forgets the file. */
  readonly cancel: () => void;
  /** The last uploaded file, with its response. It stays when a later file fails or is cancelled. */
  readonly sent: Sent<Data> | undefined;
  /** The result of the upload in progress or of the failed one; undefined when there is none. */
  readonly settled: () => Promise<Data | undefined> | undefined;
}

interface Sent<Data> {
  readonly file: File;
  readonly data: Data;
}

interface UploadParts {
  readonly mutation: DocumentNode;
  /** The mutation's variable for the file. */
  readonly variable: string;
  /** Its other variables. */
  readonly variables?: OperationVariables;
  /** The context for Apollo's links. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/** Whether a chosen file is on its way, or failed and can be sent again. */
export const isUnsent = ({ file, progress, problem }: UploadState): boolean =>
  file !== undefined && (progress !== undefined || problem !== undefined);

const idle: UploadState = { file: undefined, progress: undefined, problem: undefined, refused: undefined };

/** Uploads one file at a time with progress, cancel and retry. Unmounting the component aborts the upload. */
export function useUpload<Data>({ mutation, variable, variables, context }: UploadParts): Upload<Data> {
  const client = useApolloClient();
  const [state, setState] = useState<UploadState>(idle);
  const [sent, setSent] = useState<Sent<Data>>();
  const running = useRef<{ readonly abort: AbortController; outcome?: Promise<Data | undefined> }>(undefined);

  const giveUp = useCallback(() => {
    running.current?.abort.abort();
    running.current = undefined;
  }, []);
  useEffect(() => giveUp, [giveUp]);
  // Loads the upload code before the network may fail.
  useEffect(() => void import('#web/shared/uploads/send-form.ts').catch(() => undefined), []);

  function start(file: File): Promise<Data | undefined> {
    giveUp();
    const own = { abort: new AbortController(), outcome: undefined as Promise<Data | undefined> | undefined };
    const isCurrent = () => running.current === own;
    running.current = own;
    setState({ ...idle, file, progress: 0 });
    const fetchOptions: UploadOptions = {
      files: { [variable]: file },
      onProgress: (progress) => isCurrent() && setState((before) => ({ ...before, progress })),
      signal: own.abort.signal,
    };
    own.outcome = client
      .mutate<Data>({ mutation, variables: { ...variables, [variable]: null }, context: { ...context, fetchOptions } })
      .then(
        ({ data }) => end(undefined, data),
        (error: unknown) => end(problemOf(error)),
      );
    return own.outcome;

    function end(problem: ClientProblem | undefined, data?: Data): Data | undefined {
      if (!isCurrent()) return undefined;
      running.current = undefined;
      setState(({ refused }) => ({ file, progress: undefined, problem, refused }));
      if (data !== undefined) setSent({ file, data });
      return data;
    }
  }

  return {
    ...state,
    sent,
    start,
    refuse: (file, problem) => setState((before) => ({ ...before, refused: { file, problem } })),
    retry: () => (state.file ? start(state.file) : Promise.resolve(undefined)),
    cancel: () => {
      giveUp();
      setState(idle);
    },
    settled: () => running.current?.outcome ?? (state.problem && Promise.resolve(undefined)),
  };
}
