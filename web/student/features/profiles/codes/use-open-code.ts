import { openedPath } from '#web/student/features/entry/opened-path.ts';
import type { CodeHint } from '#web/student/features/scanner/scanned-code.ts';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { codeOfDeleted, problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { useChoice } from '#web/student/features/profiles/use-choice.ts';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';
import { TypedCodeDocument, type TypedCodeQuery } from '#web/student/operations.generated.ts';

function hintFor({ status, messageKey }: ClientProblem): CodeHint {
  if (messageKey === codeOfDeleted) return 'codeGone';
  if (status === 404 || status === 400) return 'codeUnknown';
  if (status === 429) return 'tooMany';
  return status === 0 ? 'offlineShort' : 'tryAgainSoon';
}

interface Opening {
  readonly code: string;
  readonly isCurrent: () => boolean;
}

/**
 * Opens the class, the book or the content of a printed code in any spelling. Resolves with the reason when it cannot;
 * with null when it did, or when a newer choice has begun.
 */
export function useOpenCode() {
  const navigate = useNavigate();
  const beginChoice = useChoice();
  const opening = useRef<Opening>(undefined);
  const [loading, setLoading] = useState(false);
  const open = async (code: string): Promise<CodeHint | null> => {
    if (code.trim() === '') return 'codeMissing';
    // The second of two quick taps would only repeat the request.
    if (opening.current?.code === code && opening.current.isCurrent()) return null;
    const own = { code, isCurrent: beginChoice() };
    opening.current = own;
    setLoading(true);
    try {
      const options = { query: TypedCodeDocument, variables: { code }, fetchPolicy: 'network-only' } as const;
      const { data } = await studentClient.query<TypedCodeQuery>(options);
      if (!data || !own.isCurrent()) return null;
      await navigate(openedPath(data.typedCode));
      return null;
    } catch (error) {
      return own.isCurrent() ? hintFor(problemOf(error)) : null;
    } finally {
      if (opening.current === own) {
        opening.current = undefined;
        setLoading(false);
      }
    }
  };
  return { open, loading };
}
