import type { OperationVariables } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import type { DocumentNode } from 'graphql';
import { useCallback, useEffect, useRef, useState } from 'react';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import type { UploadOptions } from './upload-options.ts';

interface UploadState {
  /** What was chosen; kept after a failure, so that it can be sent again. */
  readonly file: File | undefined;
  /** How much has been sent, from 0 to 1; undefined when nothing is under way. */
  readonly progress: number | undefined;
  readonly problem: ClientProblem | undefined;
}

export interface Upload<Data> extends UploadState {
  /** Sends a file in the place of any other. Resolves with undefined when it failed or was given up. */
  readonly start: (file: File) => Promise<Data | undefined>;
  /** Keeps a file that need not be sent, with what is wrong with it. */
  readonly refuse: (file: File, problem: ClientProblem) => void;
  /** Sends what failed once more. */
  readonly retry: () => Promise<Data | undefined>;
  /** Gives up what is under way and forgets the file. */
  readonly cancel: () => void;
  /** The outcome of what is under way; undefined when nothing is. */
  readonly settled: () => Promise<Data | undefined> | undefined;
}

interface UploadParts {
  readonly mutation: DocumentNode;
  /** The mutation's variable that the file stands for. */
  readonly variable: string;
  /** Its other variables. */
  readonly variables?: OperationVariables;
  /** What the operation's links are told. */
  readonly context?: Readonly<Record<string, unknown>>;
}

const idle: UploadState = { file: undefined, progress: undefined, problem: undefined };

/** One file at a time, with progress, a way to stop and a way to try again; it ends with its component. */
export function useUpload<Data>({ mutation, variable, variables, context }: UploadParts): Upload<Data> {
  const client = useApolloClient();
  const [state, setState] = useState<UploadState>(idle);
  const running = useRef<{ readonly abort: AbortController; outcome?: Promise<Data | undefined> }>(undefined);

  const giveUp = useCallback(() => {
    running.current?.abort.abort();
    running.current = undefined;
  }, []);
  useEffect(() => giveUp, [giveUp]);
  // What sends a file is there before the network may be gone.
  useEffect(() => void import('./send-form.ts').catch(() => undefined), []);

  function start(file: File): Promise<Data | undefined> {
    giveUp();
    const own = { abort: new AbortController(), outcome: undefined as Promise<Data | undefined> | undefined };
    const isCurrent = () => running.current === own;
    running.current = own;
    setState({ file, progress: 0, problem: undefined });
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
      setState({ file, progress: undefined, problem });
      return data;
    }
  }

  return {
    ...state,
    start,
    refuse: (file, problem) => {
      giveUp();
      setState({ file, progress: undefined, problem });
    },
    retry: () => (state.file ? start(state.file) : Promise.resolve(undefined)),
    cancel: () => {
      giveUp();
      setState(idle);
    },
    settled: () => running.current?.outcome,
  };
}
