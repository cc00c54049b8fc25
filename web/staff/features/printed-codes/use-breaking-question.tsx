import { useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useApolloClient } from '@apollo/client/react';
import { unmask } from '#web/shared/apollo/masks.ts';
import { networkOnly } from '#web/staff/platform/apollo/freshness.ts';
import { words } from '#web/shared/i18n/words.ts';
import {
  PrintedCodesBrokenByDocument,
  TextBookPrintingDocument,
  type PrintedCodesBrokenByQuery,
  type TextBookPrintingQuery,
  type PrintingFactsFragment,
} from '#web/staff/operations.generated.ts';
import { BreakingQuestion, type Breaking } from './breaking-question.tsx';

interface Asked extends Breaking {
  readonly answer: (yes: boolean) => void;
}

interface UseBreakingQuestion {
  /**
   * Resolves to true if the change may proceed. Asks only if printed codes would break or a printed textbook is locked,
   * and always before a new QR code.
   */
  readonly mayProceed: (change: Breaking) => Promise<boolean>;
  /** The dialog, rendered anywhere in the screen. */
  readonly question: ReactNode;
}

/** Asks before a change that would break printed codes. */
export function useBreakingQuestion(): UseBreakingQuestion {
  const client = useApolloClient();
  const [asked, setAsked] = useState<Asked>();

  async function mayProceed(change: Breaking): Promise<boolean> {
    const { by, id, textBookId } = change;
    try {
      const [broken, printing] = await Promise.all([
        client.query<PrintedCodesBrokenByQuery>({
          query: PrintedCodesBrokenByDocument,
          variables: { ids: [id], by },
          ...networkOnly,
        }),
        client.query<TextBookPrintingQuery>({
          query: TextBookPrintingDocument,
          variables: { textBookId },
          ...networkOnly,
        }),
        words('printed-codes')(),
      ]);
      const breaks = broken.data?.printedCodesBrokenBy.totalCount !== 0;
      const facts = printing.data && unmask<PrintingFactsFragment>(printing.data.textBookPrinting);
      if (by !== 'NEW_QR_CODE' && !breaks && facts?.locked === false) return true;
    } catch {
      // The error link has shown the problem. What breaks is unknown, so nothing is changed.
      return false;
    }
    const before = document.activeElement;
    return new Promise((resolve) => {
      setAsked({
        ...change,
        answer: (yes) => {
          // `flushSync` removes the dialog first, so that the focus can return to its old place.
          flushSync(() => setAsked(undefined));
          if (!yes && before instanceof HTMLElement) before.focus();
          resolve(yes);
        },
      });
    });
  }

  return { mayProceed, question: asked && <BreakingQuestion {...asked} /> };
}
