import type { DocumentNode } from 'graphql';
import { useApolloClient } from '@apollo/client/react';
import { useState, type ReactNode } from 'react';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { refusedBy, type SubmitOutcome } from './form-problems.ts';

/** Which version of what a change answers to. */
interface Target {
  readonly id: string;
  readonly version: number;
}

interface Versioned extends Target {
  readonly updatedAt: string;
  readonly updatedBy: { readonly firstName: string; readonly lastName: string } | null;
}

interface EditOptions<Detail extends Versioned, Values extends object, Data, Answer> {
  readonly found: Detail;
  readonly valuesOf: (detail: Detail) => Values;
  readonly send: (target: Target, values: Values) => Promise<Answer>;
  /** Asks for the same by `id`, when somebody else has changed it. */
  readonly query: DocumentNode;
  readonly detailOf: (data: Data) => Detail;
  /** May depend on what came of it. */
  readonly savedText: string | ((answer: Answer) => string);
  readonly onDone: () => void;
}

interface Edit<Detail, Values> {
  /** What the fields answer to: as first read, or the newer one looked at since. */
  readonly seen: Detail;
  readonly save: (values: Values) => Promise<SubmitOutcome>;
  /** What somebody else has changed meanwhile; stands above the fields. */
  readonly notice: ReactNode;
}

/** Changes what others may be changing too: their version is shown, never overwritten unseen. */
export function useEdit<Detail extends Versioned, Values extends object, Data, Answer>(
  options: EditOptions<Detail, Values, Data, Answer>,
): Edit<Detail, Values> {
  const { found, valuesOf, send, query, detailOf, savedText, onDone } = options;
  const client = useApolloClient();
  const [seen, setSeen] = useState(found);
  const [theirs, setTheirs] = useState<Detail>();
  // What counts a version and changes nothing in the fields, as a new status does, is nothing to be asked about.
  const sameFields = JSON.stringify(valuesOf(found)) === JSON.stringify(valuesOf(seen));
  const version = sameFields ? Math.max(found.version, seen.version) : seen.version;

  async function save(values: Values): Promise<SubmitOutcome> {
    try {
      const answer = await send({ id: seen.id, version }, values);
      return {
        saved: () => {
          const message = typeof savedText === 'string' ? savedText : savedText(answer);
          showToast({ message, severity: 'success' });
          onDone();
        },
      };
    } catch (error) {
      const problem = problemOf(error);
      if (problem.messageKey !== 'messages.changedMeanwhile') return refusedBy(problem);
      const { data } = await client.query<Data>({ query, variables: { id: seen.id }, fetchPolicy: 'network-only' });
      setTheirs(data && detailOf(data));
      return { problems: { form: 'messages.checkAndResubmit' } };
    }
  }

  return {
    seen,
    save,
    notice: theirs && (
      <ConflictNotice key={theirs.version} changed={theirs} theirs={valuesOf(theirs)} onSeen={() => setSeen(theirs)} />
    ),
  };
}
