import { useApolloClient } from '@apollo/client/react';
import { useCallback, useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { paths } from '#web/shared/paths.ts';
import { placePath } from '#web/student/platform/place.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { infoOf } from '#web/student/platform/profiles/stored-profile.ts';
import { LoadingPage } from '#web/student/ui/frame/loading-page.tsx';
import { ProblemPage } from '#web/student/ui/frame/problem-page.tsx';
import { useWords } from '#web/student/ui/text/words.tsx';
import { takeCard } from '#web/student/features/profiles/codes/take-card.ts';
import { useChoice } from '#web/student/features/profiles/use-choice.ts';

/** The page that a camera opens from a child's card: activates the child and opens the child's last place. */
export function Component() {
  const { t } = useWords();
  const client = useApolloClient();
  const navigate = useNavigate();
  const beginChoice = useChoice();
  const cardCode = useLocation().hash.slice(1);
  const [problem, setProblem] = useState<unknown>();
  const open = useCallback(() => {
    const isCurrent = beginChoice();
    return takeCard(client, { cardCode, isCurrent }).then(
      (profile) => {
        if (!profile) return undefined;
        profileStore.setInfo(infoOf(profile));
        // `replace` removes the code from the history; otherwise Back would activate this child for the next child.
        return navigate(profile.place ? placePath(profile.place) : paths.profiles(), { replace: true });
      },
      (error: unknown) => {
        if (isCurrent()) setProblem(error);
      },
    );
  }, [beginChoice, client, cardCode, navigate]);
  useEffect(() => void open(), [open]);
  if (problem === undefined) return <LoadingPage />;
  return (
    <ProblemPage
      error={problem}
      retry={open}
      back={paths.profiles()}
      unknown={{ title: t('cardGoneTitle'), text: t('cardGone') }}
    />
  );
}
