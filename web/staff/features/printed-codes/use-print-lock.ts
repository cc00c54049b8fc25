import { unmask } from '#web/shared/apollo/masks.ts';
import {
  useTextBookPrintingQuery,
  useSetPrintLockMutation,
  type PrintingFactsFragment,
} from '#web/staff/operations.generated.ts';

interface PrintLock {
  /** The edition that locks the textbook; undefined while it is not locked. */
  readonly edition: { readonly name: string; readonly printedOn: string } | undefined;
  readonly unlocking: boolean;
  /** Resolves to whether the textbook is unlocked now. */
  readonly unlock: () => Promise<boolean>;
}

/** The lock of a printed textbook, for dialogs about changes that would break printed codes. */
export function usePrintLock(textBookId: string): PrintLock {
  const { data } = useTextBookPrintingQuery({ variables: { textBookId } });
  const [setLock, { loading }] = useSetPrintLockMutation();
  const { locked = false, editions: [newest] = [] } = data ? unmask<PrintingFactsFragment>(data.textBookPrinting) : {};
  return {
    edition: locked ? newest : undefined,
    unlocking: loading,
    unlock: async () => {
      if (!locked) return true;
      try {
        await setLock({ variables: { input: { textBookId, locked: false } } });
        return true;
      } catch {
        // The error link has shown the problem.
        return false;
      }
    },
  };
}
