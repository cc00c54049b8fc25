import { lazy, Suspense, useDeferredValue, useMemo } from 'react';
import { Navigate, Outlet, useLocation, useParams } from 'react-router-dom';
import { LoadingPage } from '#web/student/ui/frame/loading-page.tsx';
import { shownAtOnce } from './shown-at-once.ts';
import { useContentDetailsQuery } from '#web/student/operations.generated.ts';
import { useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { PageViewTracker } from '#web/student/platform/usage/page-view-tracker.ts';
import { ProblemPage } from '#web/student/ui/frame/problem-page.tsx';
import { useWords } from '#web/student/ui/text/words.tsx';
import { entryRule, type ContentDetails, type EntryDecision, type EntryQuestion } from './entry-rule.ts';
import { printedLinkOf } from './printed-link.ts';
import { useCodeRedirect } from './use-code-redirect.ts';

/** Loaded on demand, as a first visit has no child yet. If loading fails offline, progress stays on the device. */
const ChildHere = lazy(() =>
  import('#web/student/features/board/child-here.tsx').then(
    (loaded) => ({ default: loaded.ChildHere }),
    () => ({ default: () => null }),
  ),
);

const nothing: ContentDetails = { classHashCode: null, type: null };

/** Follows a printed link that opens something else, then applies the entry rule, before any student page is shown. */
export function EntryGate() {
  const { pathname, search } = useLocation();
  const { info, hasProfiles } = useStudent();
  const params = useParams();
  const { t } = useWords();
  const { asking, to, problem, retry } = useCodeRedirect(printedLinkOf({ pathname, search, params }));
  if (to !== undefined) return <Navigate to={to} replace />;
  if (problem !== undefined) {
    const unknown = { title: t('unknownContentTitle'), text: t('unknownContentText') };
    return <ProblemPage error={problem} retry={retry} unknown={unknown} />;
  }
  if (asking) return <LoadingPage />;
  const question = { pathname, search, params, hasActiveProfile: info !== null, hasProfiles };
  const decision = entryRule({
    ...question,
    content: params['contentHashCode'] === shownAtOnce() ? nothing : undefined,
  });
  if (decision.kind === 'fetch-content') return <ContentGate question={question} hashCode={decision.contentHashCode} />;
  return <Decided decision={decision} />;
}

interface ContentGateProps {
  readonly question: Omit<EntryQuestion, 'content'>;
  /** The content's hash code. */
  readonly hashCode: string;
}

/** Loads the content's details for the entry rule. */
function ContentGate({ question, hashCode }: ContentGateProps) {
  const { data, error } = useContentDetailsQuery({ variables: { hashCode }, fetchPolicy: 'network-only' });
  // Missing details are treated as empty (section 8).
  const content = error ? nothing : data?.contentDetails;
  const answer = useMemo(() => ({ hashCode, content }), [hashCode, content]);
  // Renders the page in slices. The answer for another address does not count.
  const settled = useDeferredValue(answer);
  const knownContent = settled.hashCode === hashCode ? settled.content : undefined;
  return <Decided decision={entryRule({ ...question, content: knownContent })} />;
}

function Decided({ decision }: { readonly decision: EntryDecision }) {
  const { info } = useStudent();
  if (decision.kind === 'fetch-content') return <LoadingPage />;
  if (decision.kind === 'redirect') return <Navigate to={decision.to} state={decision.state} replace />;
  return (
    <>
      <PageViewTracker />
      <Outlet />
      <Suspense>{info && <ChildHere />}</Suspense>
    </>
  );
}
