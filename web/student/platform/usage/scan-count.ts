import { useEffect } from 'react';
import { codeOfDeleted, codeReplaced, problemOf } from '#web/shared/apollo/problem.ts';
import { CountCodeUseDocument } from '#web/student/operations.generated.ts';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';

interface Scan {
  /** The hash code in the printed link. */
  readonly hashCode: string;
  /** Whether the page was opened by a printed link, and not from another page. */
  readonly isPrinted: boolean;
  readonly isFound: boolean;
  readonly error: unknown;
}

/** Counts one scan of a printed QR code. A scan that cannot be counted opens its page all the same. */
export function countScan(hashCode: string): void {
  studentClient.mutate({ mutation: CountCodeUseDocument, variables: { hashCode } }).catch(() => undefined);
}

/** Counts the scan of a printed QR code once its page is there, or says that it was deleted or the code replaced. */
export function useScanCount({ hashCode, isPrinted, isFound, error }: Scan): void {
  const messageKey = error === undefined ? undefined : problemOf(error).messageKey;
  const isKnown = isFound || messageKey === codeOfDeleted || messageKey === codeReplaced;
  useEffect(() => {
    if (isPrinted && isKnown) countScan(hashCode);
  }, [isPrinted, isKnown, hashCode]);
}
