import type { ReactNode } from 'react';
import type { FieldProblems } from '#web/staff/ui/forms/form-problems.ts';
import { useBreakingQuestion } from './use-breaking-question.tsx';

interface Draftable {
  readonly id: string;
  readonly publishedAt: string | null;
}

interface Named {
  readonly name: string;
  readonly textBookId: string;
}

interface UseDraftQuestion {
  /** For `useEdit`: asks before a published row becomes a draft; the form's switch shows the problem. */
  readonly ask: (values: { readonly published: boolean }, seen: Draftable) => Promise<FieldProblems | undefined>;
  /** The dialog, rendered anywhere in the screen. */
  readonly question: ReactNode;
}

/** Before a form saves a draft, shows which printed codes would open nothing. */
export function useDraftQuestion(named: Named): UseDraftQuestion {
  const { mayProceed, question } = useBreakingQuestion();
  return {
    question,
    ask: async ({ published }, { id, publishedAt }) => {
      if (published || publishedAt === null) return undefined;
      return (await mayProceed({ by: 'DRAFT', id, ...named })) ? undefined : { published: 'messages.stillPublished' };
    },
  };
}
