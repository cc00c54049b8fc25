import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { Animal, animalNamed } from '#web/shared/art/animals.tsx';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { words } from '#web/shared/i18n/words.ts';
import { ClassFrame } from '#web/staff/features/classes/detail/class-frame.tsx';
import { useModerates } from '#web/staff/features/classes/detail/use-moderates.ts';
import { useClassStudentQuery, type ClassStudentQuery } from '#web/staff/operations.generated.ts';
import { LeaveGuard } from '#web/staff/ui/forms/leave-guard.tsx';
import { DetailScreen } from '#web/staff/ui/lists/detail-screen.tsx';
import { StudentAlbums } from '#web/staff/features/albums/student-albums.tsx';
import { StudentContents } from './student-contents.tsx';
import { StudentRecordings } from './student-recordings.tsx';
import { StudentWorks } from './student-works.tsx';
import './student-detail.css';

export const loader = words('classes', 'community', 'lists', 'activity', 'lessons', 'albums', 'forms');

/** One student of a class: the use of the textbook, and the posts on the class's wall. */
export function Component() {
  const { t } = useTranslation('classes');
  const { id = '', profileId = '' } = useParams();
  const query = useClassStudentQuery({ variables: { classId: id, profileId } });
  const moderates = useModerates();
  const found = query.data?.classStudent;
  return (
    <ClassFrame id={id} part={found?.profile.name ?? t('students')}>
      {() => (
        <DetailScreen
          list={paths.classStudents(id)}
          title={t('students')}
          missingTitle={t('noStudentTitle')}
          missingText={t('noStudentText')}
          query={query}
          level={2}
        >
          {found && (
            <div className="student-detail">
              <StudentFacts profile={found.profile} />
              <StudentContents classId={id} profileId={profileId} />
              <StudentAlbums classId={id} profileId={profileId} name={found.profile.name} />
              {moderates && <LeaveGuard />}
              {moderates && <StudentRecordings classId={id} profileId={profileId} />}
              {moderates && <StudentWorks classId={id} profileId={profileId} />}
            </div>
          )}
        </DetailScreen>
      )}
    </ClassFrame>
  );
}

function StudentFacts({ profile }: { readonly profile: ClassStudentQuery['classStudent']['profile'] }) {
  const { t, i18n } = useTranslation('classes');
  const when = (instant: string) => <time dateTime={instant}>{instantInWords(instant, i18n.language)}</time>;
  return (
    <section className="panel student-facts" aria-labelledby="student-name">
      <Animal name={animalNamed(profile.animal)} size={64} />
      <h2 id="student-name">{profile.name}</h2>
      <dl>
        <div>
          <dt>{t('lastSeen')}</dt>
          <dd>{when(profile.lastSeenAt)}</dd>
        </div>
        <div>
          <dt>{t('joined')}</dt>
          <dd>{when(profile.joinedAt)}</dd>
        </div>
        <div>
          <dt>{t('posts')}</dt>
          <dd>{t('postCount', { count: profile.postCount })}</dd>
        </div>
      </dl>
    </section>
  );
}
