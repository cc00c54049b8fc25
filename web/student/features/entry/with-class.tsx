import { activeProfile, profileStore, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { useDeferredValue, useEffect, type ReactNode } from 'react';
import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { paths } from '#web/shared/paths.ts';
import { noteEndedClass } from '#web/student/platform/ended-classes.ts';
import { LoadingPage } from '#web/student/ui/frame/loading-page.tsx';
import { ProblemPage, useRetry } from '#web/student/ui/frame/problem-page.tsx';
import { placeIn } from '#web/student/platform/profiles/stored-profile.ts';
import { useJoinClassMutation, type ClassOfChildFragment } from '#web/student/operations.generated.ts';
import { useWords } from '#web/student/ui/text/words.tsx';

interface WithClassProps<Data> {
  /** The page's query, which loads the class too. */
  readonly query: {
    readonly data?: Data | undefined;
    readonly error?: unknown;
    readonly refetch: () => Promise<unknown>;
  };
  /** The target of Back while the page loads. */
  readonly back: string;
  readonly children: (data: Data, reload: () => void) => ReactNode;
}

/** Loads a page of a class and makes the class the child's place. A completed class redirects to class-completed. */
export function WithClass<Data extends { readonly studentClass: Masked<ClassOfChildFragment> }>({
  query: { data: arrived, error, refetch },
  back,
  children,
}: WithClassProps<Data>) {
  const { t } = useWords();
  // Renders a page with many pictures in slices, so that a tap never waits for it.
  const data = useDeferredValue(arrived);
  const retry = useRetry(refetch);
  useNoteGone(error);
  if (!data) {
    const unknown = { title: t('unknownClassTitle'), text: t('unknownClassText') };
    return error ? <ProblemPage {...{ error, retry, unknown }} back={paths.profiles()} /> : <LoadingPage back={back} />;
  }
  const found = unmask<ClassOfChildFragment>(data.studentClass);
  if (found.completed) return <Navigate {...completedPath(found)} replace />;
  return (
    <>
      <ClassPlace found={found} />
      {children(data, retry)}
    </>
  );
}

/** Notes the class of the address when there is no such class. */
function useNoteGone(error: unknown): void {
  const { classHashCode } = useParams();
  const [query] = useSearchParams();
  const code = classHashCode ?? query.get('class');
  const isGone = error !== undefined && problemOf(error).status === 404;
  useEffect(() => void (isGone && code !== null && noteEndedClass(code)), [isGone, code]);
}

interface CompletedClass {
  readonly classHashCode: string;
  readonly textBook: { readonly hashCode: string };
}

/** The address for a completed class, with the state that its page shows. */
export const completedPath = ({ classHashCode, textBook }: CompletedClass) => ({
  to: paths.classCompleted,
  state: { class: classHashCode, book: textBook.hashCode },
});

interface ClassPlaceProps {
  readonly found: ClassOfChildFragment | undefined;
}

/**
 * Makes the class the active profile's place, and joins the class when the profile is not a member. The component
 * renders nothing and stands beside the page, so that a change of the profile does not render the page again.
 */
export function ClassPlace({ found }: ClassPlaceProps): null {
  const [joinClass] = useJoinClassMutation();
  const profile = activeProfile(useStudent());
  const profileId = profile?.id;
  const isTaken = profile?.isTaken ?? false;
  const isMember = profile?.classIds.includes(found?.id ?? '') ?? false;

  useEffect(() => {
    if (!found || profileId === undefined || found.completed) return;
    profileStore.enter(placeIn(found));
  }, [found, profileId]);

  useEffect(() => {
    if (!found || profileId === undefined || isMember || found.completed) return;
    // A class's pages are open without joining, so a failed join is tried again on the next visit.
    joinClass({ variables: { classHashCode: found.classHashCode, taken: isTaken } })
      .then(() => profileStore.joined(profileId, found.id))
      .catch(() => undefined);
  }, [found, profileId, isMember, isTaken, joinClass]);
  return null;
}
