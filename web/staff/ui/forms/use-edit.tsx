import type { DocumentNode } from 'graphql';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState, type ReactNode } from 'react';
import { networkOnly } from '#web/staff/platform/apollo/freshness.ts';
import { problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { showToast } from '#web/staff/platform/toasts/toast-store.ts';
import { personName, type NamedPerson } from '#web/staff/ui/controls/person-name.ts';
import { ConflictNotice, type LastChange } from './conflict-notice.tsx';
import { noteShownRow, readDraft, readOrigin, writeOrigin, type DraftOrigin } from './draft-store.ts';
import { refusedBy, type FieldProblems, type SubmitOutcome } from './form-problems.ts';

/** The edited row's id, and the version that the edit is based on. */
interface Target {
  readonly id: string;
  readonly version: number;
}

interface Versioned extends Target {
  /** The time and the author of the last change. Of a row without these fields, the refusal says them. */
  readonly updatedAt?: string;
  readonly updatedBy?: NamedPerson | null;
}

/** Another person's version of the row. */
interface Theirs<Detail> {
  readonly detail: Detail;
  readonly change: LastChange;
}

interface EditOptions<Detail extends Versioned, Values extends object, Data, Answer> {
  readonly found: Detail;
  readonly valuesOf: (detail: Detail) => Values;
  readonly send: (target: Target, values: Values) => Promise<Answer>;
  /** Checks or confirms before saving. The form shows the returned problems and sends nothing. */
  readonly ask?: (values: Values, seen: Detail) => Promise<FieldProblems | undefined>;
  /**
   * The form's name in session storage, under which an unsaved draft is kept with the version that it was made from.
   * Without this name the form stores no draft, and compares with the values at its opening.
   */
  readonly draftKey?: string;
  /** Reads the row again after a conflict, by `id` unless there is only one or `variables` say otherwise. */
  readonly query: DocumentNode;
  readonly variables?: Readonly<Record<string, string>>;
  /** Undefined when the row is gone. */
  readonly detailOf: (data: Data) => Detail | undefined;
  /** The text of the toast. */
  readonly savedText: string;
  /** The toast's text for an answer that says more. */
  readonly savedTextOf?: (answer: Answer) => string | undefined;
  /** Leads to the next screen. Without it the form stays on the screen for further changes. */
  readonly onDone?: (() => void) | undefined;
}

interface Edit<Detail, Values> {
  /** The version that the fields are compared with: the row as read, or a newer version that the user has looked at. */
  readonly seen: Detail;
  readonly save: (values: Values) => Promise<SubmitOutcome>;
  /** The notice, above the fields, of another person's change. */
  readonly notice: ReactNode;
}

/** Edits a row with optimistic locking: after a conflict the user sees the other version before overwriting it. */
export function useEdit<Detail extends Versioned, Values extends object, Data, Answer>(
  options: EditOptions<Detail, Values, Data, Answer>,
): Edit<Detail, Values> {
  const { found, valuesOf, send, ask, query, detailOf, savedText, savedTextOf, draftKey, onDone } = options;
  const { variables = { id: found.id } } = options;
  const client = useApolloClient();
  const [looked, setLooked] = useState<Detail>();
  const [theirs, setTheirs] = useState<Theirs<Detail>>();
  /** For a form without drafts: the version and the values at its opening. */
  const [opened, setOpened] = useState(() => originOf(found, valuesOf));
  const seen = looked !== undefined && looked.version > found.version ? looked : found;

  // An untouched form follows newer data; a draft keeps the version that it was made from.
  useEffect(() => {
    if (draftKey !== undefined) noteShownRow(draftKey, originOf(seen, valuesOf));
  });

  function versionToSend(): number {
    const origin = draftKey === undefined ? opened : (readOrigin(draftKey) ?? originOf(seen, valuesOf));
    // A newer version with the same fields, such as one with a new status, is no conflict.
    const sameFields = JSON.stringify(valuesOf(seen)) === JSON.stringify(origin.values);
    return sameFields ? Math.max(seen.version, origin.version) : origin.version;
  }

  async function save(values: Values): Promise<SubmitOutcome> {
    const problems = await ask?.(values, seen);
    if (problems) return { problems };
    try {
      const answer = await send({ id: found.id, version: versionToSend() }, values);
      return savedAs(values, savedTextOf?.(answer) ?? savedText);
    } catch (error) {
      const problem = problemOf(error);
      if (problem.messageKey !== 'messages.changedMeanwhile') return refusedBy(problem);
      return lookAgain(problem, values);
    }
  }

  function savedAs(values: Values, message: string): SubmitOutcome {
    return {
      saved: () => {
        showToast({ message, severity: 'success' });
        if (!onDone) goOn();
      },
      next: onDone,
      ...(onDone === undefined && { stored: values }),
    };
  }

  // The user must see the other version before sending the form again. If reading fails, the form shows that problem.
  async function lookAgain(refusal: ClientProblem, values: Values): Promise<SubmitOutcome> {
    try {
      const { data } = await client.query<Data>({ query, variables, ...networkOnly });
      const detail = data && detailOf(data);
      // The user's own change was stored, and its answer was lost.
      if (detail && haveSame(valuesOf(detail), values)) return savedAs(values, savedText);
      setTheirs(detail && { detail, change: lastChangeOf(detail, refusal) });
      return { problems: { form: 'messages.checkAndResubmit' } };
    } catch (error) {
      return refusedBy(problemOf(error));
    }
  }

  // The user goes on from the version that the save has just written into the cache.
  function goOn(): void {
    const data = client.readQuery<Data>({ query, variables });
    const detail = data ? detailOf(data) : undefined;
    if (detail) look(detail);
    setTheirs(undefined);
  }

  function look(detail: Detail): void {
    setLooked(detail);
    if (draftKey === undefined) setOpened(originOf(detail, valuesOf));
    else if (readDraft(draftKey) !== undefined) writeOrigin(draftKey, originOf(detail, valuesOf));
  }

  return {
    seen,
    save,
    notice: theirs && (
      <ConflictNotice
        key={theirs.detail.version}
        change={theirs.change}
        theirs={valuesOf(theirs.detail)}
        onSeen={() => look(theirs.detail)}
      />
    ),
  };
}

const originOf = <Detail extends Versioned, Values extends object>(
  detail: Detail,
  valuesOf: (detail: Detail) => Values,
): DraftOrigin => ({ version: detail.version, values: valuesOf(detail) });

// The value of an empty field is undefined, '' or null.
const haveSame = (stored: object, sent: object): boolean =>
  Object.entries<unknown>({ ...stored }).every(
    ([field, value]) =>
      JSON.stringify(value || null) === JSON.stringify((sent as Record<string, unknown>)[field] || null),
  );

const lastChangeOf = ({ updatedAt, updatedBy }: Versioned, { messageValues }: ClientProblem): LastChange =>
  updatedAt === undefined
    ? { name: messageValues?.['name'], when: messageValues?.['when'] ?? '' }
    : { name: updatedBy ? personName(updatedBy) : undefined, when: updatedAt };
