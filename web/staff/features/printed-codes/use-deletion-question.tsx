import { useState, type ReactNode } from 'react';
import { useApolloClient } from '@apollo/client/react';
import { unmask } from '#web/shared/apollo/masks.ts';
import { askedNow } from '#web/staff/platform/apollo/freshness.ts';
import { words } from '#web/shared/i18n/words.ts';
import {
  PrintedCodesBrokenByDocument,
  TextBookPrintingDocument,
  type PrintedCodesBrokenByQuery,
  type TextBookPrintingQuery,
  type PrintingFactsFragment,
} from '#web/staff/operations.generated.ts';
import { DeletionQuestion } from './deletion-question.tsx';

/** A textbook, a unit or a content that is to be deleted. */
export interface Deleted {
  readonly id: string;
  readonly name: string;
  readonly textBookId: string;
}

interface Asked extends Deleted {
  readonly answer: (yes: boolean) => void;
}

interface UseDeletionQuestion {
  /** Resolves to whether to delete. Asks only where printed codes would break, or a printed textbook is locked. */
  readonly mayDelete: (deleted: Deleted) => Promise<boolean>;
  /** Stands somewhere in the screen. */
  readonly question: ReactNode;
}

/** Says which printed codes a deletion breaks, before it is done. */
export function useDeletionQuestion(): UseDeletionQuestion {
  const client = useApolloClient();
  const [asked, setAsked] = useState<Asked>();

  async function mayDelete(deleted: Deleted): Promise<boolean> {
    try {
      const [broken, printing] = await Promise.all([
        client.query<PrintedCodesBrokenByQuery>({
          query: PrintedCodesBrokenByDocument,
          variables: { ids: [deleted.id] },
          ...askedNow,
        }),
        client.query<TextBookPrintingQuery>({
          query: TextBookPrintingDocument,
          variables: { textBookId: deleted.textBookId },
          ...askedNow,
        }),
        words('printed-codes')(),
      ]);
      const breaks = broken.data?.printedCodesBrokenBy.totalCount !== 0;
      const facts = printing.data && unmask<PrintingFactsFragment>(printing.data.textBookPrinting);
      if (!breaks && facts?.locked === false) return true;
    } catch {
      // The error link has shown it. What breaks is unknown, so nothing is deleted.
      return false;
    }
    return new Promise((resolve) => {
      setAsked({
        ...deleted,
        answer: (yes) => {
          setAsked(undefined);
          resolve(yes);
        },
      });
    });
  }

  return { mayDelete, question: asked && <DeletionQuestion {...asked} /> };
}
