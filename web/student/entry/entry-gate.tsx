import { Navigate, Outlet, useLocation, useParams } from 'react-router-dom';
import { LoadingPage } from '#web/student/frame/loading-page.tsx';
import { useContentDetailsQuery } from '#web/student/operations.generated.ts';
import { useStudent } from '#web/student/profiles/use-student.ts';
import { PageViewTracker } from '#web/student/usage/page-view-tracker.ts';
import { entryRule, type ContentDetails, type EntryQuestion } from './entry-rule.ts';

const nothing: ContentDetails = { classHashCode: null, type: null };

/** Asks the entry rule before any student screen is shown. */
export function EntryGate() {
  const { pathname, search } = useLocation();
  const { info, hasProfiles } = useStudent();
  const params = useParams();
  const question = { pathname, search, params, hasActiveProfile: info !== null, hasProfiles };
  return <Gate question={question} />;
}

function Gate({ question }: { readonly question: Omit<EntryQuestion, 'content'> }) {
  const first = entryRule({ ...question, content: undefined });
  const asked = first.kind === 'fetch-content' ? first.contentHashCode : null;
  const { data, error } = useContentDetailsQuery({
    variables: { hashCode: asked ?? '' },
    skip: asked === null,
    fetchPolicy: 'network-only',
  });
  // Missing details are treated as empty (section 8).
  const content = error ? nothing : data?.contentDetails;
  const decision = asked === null ? first : entryRule({ ...question, content });
  if (decision.kind === 'fetch-content') return <LoadingPage />;
  if (decision.kind === 'redirect') return <Navigate to={decision.to} state={decision.state} replace />;
  return (
    <>
      <PageViewTracker />
      <Outlet />
    </>
  );
}
