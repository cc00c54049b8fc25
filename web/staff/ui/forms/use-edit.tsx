import type { DocumentNode } from 'graphql';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState, type ReactNode } from 'react';
import { askedNow } from '#web/staff/platform/apollo/freshness.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { ConflictNotice } from './conflict-notice.tsx';
import { readDraft, readOrigin, writeOrigin, type DraftOrigin } from './draft-store.ts';
import { refusedBy, type FieldProblems, type SubmitOutcome } from './form-problems.ts';

/** The row that a change was made from, and its version. */
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
  /** Asks before saving; problems are shown in the form, and nothing is sent. */
  readonly ask?: (values: Values, seen: Detail) => Promise<FieldProblems | undefined>;
  /** The form's name in session storage, under which an unsaved draft is kept with the version that it was made from. */
  readonly draftKey: string;
  /** Asks for the same by `id`, when somebody else has changed it. */
  readonly query: DocumentNode;
  readonly detailOf: (data: Data) => Detail;
  /** The text of the toast, or what makes it from the answer. */
  readonly savedText: string | ((answer: Answer) => string);
  readonly onDone: () => void;
}

interface Edit<Detail, Values> {
  /** The version that the fields are compared with: the first that was read, or a newer one that the person has seen. */
  readonly seen: Detail;
  readonly save: (values: Values) => Promise<SubmitOutcome>;
  /** A notice, above the fields, of what somebody else has changed meanwhile. */
  readonly notice: ReactNode;
}

/** Changes what others may be changing too: their version is shown, never overwritten unseen. */
export function useEdit<Detail extends Versioned, Values extends object, Data, Answer>(
  options: EditOptions<Detail, Values, Data, Answer>,
): Edit<Detail, Values> {
  const { found, valuesOf, send, ask, query, detailOf, savedText, draftKey, onDone } = options;
  const client = useApolloClient();
  const [looked, setLooked] = useState<Detail>();
  const [theirs, setTheirs] = useState<Detail>();
  const seen = looked !== undefined && looked.version > found.version ? looked : found;

  // An untouched form follows newer data; a draft keeps the version that it was made from.
  useEffect(() => {
    const isUntouched = readDraft(draftKey) === undefined;
    if (isUntouched || readOrigin(draftKey) === undefined) writeOrigin(draftKey, originOf(found, valuesOf));
  });

  function versionToSend(): number {
    const origin = readOrigin(draftKey) ?? originOf(seen, valuesOf);
    // A newer version with the same fields, such as one with a new status, is no conflict.
    const sameFields = JSON.stringify(valuesOf(seen)) === JSON.stringify(origin.values);
    return sameFields ? Math.max(seen.version, origin.version) : origin.version;
  }

  async function save(values: Values): Promise<SubmitOutcome> {
    const problems = await ask?.(values, seen);
    if (problems) return { problems };
    try {
      const answer = await send({ id: found.id, version: versionToSend() }, values);
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
      return lookAgain();
    }
  }

  // The person must see the other version before the form is sent again; if it cannot be read, the form says so.
  async function lookAgain(): Promise<SubmitOutcome> {
    try {
      const { data } = await client.query<Data>({ query, variables: { id: found.id }, ...askedNow });
      setTheirs(data && detailOf(data));
      return { problems: { form: 'messages.checkAndResubmit' } };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  function look(detail: Detail): void {
    setLooked(detail);
    writeOrigin(draftKey, originOf(detail, valuesOf));
  }

  return {
    seen,
    save,
    notice: theirs && (
      <ConflictNotice key={theirs.version} changed={theirs} theirs={valuesOf(theirs)} onSeen={() => look(theirs)} />
    ),
  };
}

const originOf = <Detail extends Versioned, Values extends object>(
  detail: Detail,
  valuesOf: (detail: Detail) => Values,
): DraftOrigin => ({ version: detail.version, values: valuesOf(detail) });
