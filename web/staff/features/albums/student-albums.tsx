import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { roleAllowed, staffTools } from '#schema/access.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { unmask } from '#web/shared/apollo/masks.ts';
import { useStudentAlbumsQuery, type AlbumPartsFragment } from '#web/staff/operations.generated.ts';
import { jobInterval } from '#web/staff/platform/apollo/freshness.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { useFocusAfterRemoval } from '#web/staff/ui/controls/use-focus-after-removal.ts';
import { JobProblem } from '#web/staff/ui/jobs/job-states.tsx';
import { useJobProblem } from '#web/staff/ui/jobs/use-job-problem.ts';
import { ListProblem } from '#web/staff/ui/lists/list-states.tsx';
import { AlbumLine } from './album-line.tsx';
import { StartAlbum } from './start-album.tsx';
import './albums.css';

interface StudentAlbumsProps {
  readonly classId: string;
  readonly profileId: string;
  /** The child's name. */
  readonly name: string;
}

/**
 * A child's albums for the family, and a form for a new album. If the school forbids albums, only roles that can change
 * the school's settings see this section.
 */
export function StudentAlbums({ classId, profileId, name }: StudentAlbumsProps) {
  const { t } = useTranslation('albums');
  const query = useStudentAlbumsQuery({ variables: { classId, profileId }, ...ownProblems });
  const { error, refetch, startPolling, stopPolling } = query;
  const problem = useJobProblem(query);
  const role = useLoginInfo()?.role;
  const found = query.data?.studentAlbums;
  const albums = found?.albums.map((album) => unmask<AlbumPartsFragment>(album)) ?? [];
  const root = useRef<HTMLElement>(null);
  useFocusAfterRemoval(root, '.student-albums > ul > li');
  const making = albums.some(({ state }) => state === 'WAITING' || state === 'RUNNING');

  useEffect(() => {
    if (making) startPolling(jobInterval);
    else stopPolling();
    return stopPolling;
  }, [making, startPolling, stopPolling]);

  // Many schools may forbid albums, so nothing shows before the answer: a placeholder would appear and vanish.
  if (!found && !error) return null;
  if (found?.allowed === false && !(role !== undefined && roleAllowed(role, staffTools.schools))) return null;

  return (
    <section ref={root} className="list-card student-card student-albums" aria-label={t('title')}>
      <h2>{t('title')}</h2>
      {error && !found && (
        <ListProblem problem={problemOf(error)} onRetry={() => void refetch().catch(() => undefined)} />
      )}
      {found?.allowed === false && <p>{t('off')}</p>}
      {found?.allowed && (
        <>
          <p>{t('about')}</p>
          <StartAlbum classId={classId} profileId={profileId} classes={found.classes} making={making} />
          {albums.length > 0 && (
            <ul aria-label={t('albums')}>
              {albums.map((album) => (
                <AlbumLine key={album.id} album={album} name={name} fresh={() => freshAlbum(refetch, album.id)} />
              ))}
            </ul>
          )}
          <JobProblem problem={problem} {...(making && { onRetry: () => void refetch().catch(() => undefined) })} />
        </>
      )}
    </section>
  );
}

type Refetch = ReturnType<typeof useStudentAlbumsQuery>['refetch'];

// The links on the screen may be older than ten minutes.
async function freshAlbum(refetch: Refetch, id: string): Promise<AlbumPartsFragment | undefined> {
  const { data } = await refetch();
  return data?.studentAlbums.albums.map((album) => unmask<AlbumPartsFragment>(album)).find((album) => album.id === id);
}
