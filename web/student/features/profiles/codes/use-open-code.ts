import { openedPath } from '#web/student/features/entry/opened-path.ts';
import type { CodeHint } from '#web/student/features/scanner/scanned-code.ts';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { codeOfDeleted, problemOf, type ClientProblem } from '#web/shared/apollo/problem.ts';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';
import { TypedCodeDocument, type TypedCodeQuery } from '#web/student/operations.generated.ts';

function hintFor({ status, messageKey }: ClientProblem): CodeHint {
  if (messageKey === codeOfDeleted) return 'codeGone';
  if (status === 404 || status === 400) return 'codeUnknown';
  if (status === 429) return 'tooMany';
  return status === 0 ? 'offlineShort' : 'tryAgainSoon';
}

/** Opens the class, the book or the content of a printed code in any spelling. */
export function useOpenCode() {
  const navigate = useNavigate();
  const [loading, setLoading] = useState(false);
  const open = async (code: string): Promise<CodeHint | null> => {
    if (code.trim() === '') return 'codeMissing';
    setLoading(true);
    try {
      const options = { query: TypedCodeDocument, variables: { code }, fetchPolicy: 'network-only' } as const;
      const { data } = await studentClient.query<TypedCodeQuery>(options);
      if (!data) return null;
      await navigate(openedPath(data.typedCode));
      return null;
    } catch (error) {
      return hintFor(problemOf(error));
    } finally {
      setLoading(false);
    }
  };
  return { open, loading };
}
