import { Navigate, useSearchParams } from 'react-router-dom';
import { paths } from '#web/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { SleepingFox } from '#web/student/art/empty-states.tsx';
import { WithClass } from '#web/student/classes/with-class.tsx';
import { MessagePage } from '#web/student/frame/message-page.tsx';
import { StudentPage } from '#web/student/frame/student-page.tsx';
import { useKeptFocus } from '#web/student/frame/use-kept-focus.ts';
import { useClassPageQuery, type ClassPageQuery } from '#web/student/operations.generated.ts';
import { activeProfile, useStudent } from '#web/student/profiles/use-student.ts';
import type { Profile } from '#web/student/profiles/stored-profile.ts';
import { plain } from '#web/student/text/furigana.ts';
import { useWords, Words } from '#web/student/text/words.tsx';
import { ChooseWork } from './choose-work.tsx';
import { MadePanel } from './made-panel.tsx';
import { MakingPanel } from './making-panel.tsx';
import { usePostingWords } from './posting-words.ts';
import { usePosting } from './use-posting.ts';
import './posting.css';

export const loader = words('posting', 'sending');

/** Where a child puts something on the wall of the class in the address. */
export function Component() {
  const [search] = useSearchParams();
  const classHashCode = search.get('class') ?? '';
  const profile = activeProfile(useStudent());
  const query = useClassPageQuery({ variables: { hashCode: classHashCode }, notifyOnNetworkStatusChange: false });
  const back = paths.communityList({ class: classHashCode });
  if (!profile) return <Navigate to={back} replace />;
  return (
    <WithClass {...{ query, back }}>
      {(data) =>
        data.classUnits.length === 0 ? (
          <NoUnits back={back} />
        ) : (
          <Posting key={`${profile.id} ${data.studentClass.id}`} {...{ data, profile, back }} />
        )
      }
    </WithClass>
  );
}

function NoUnits({ back }: { readonly back: string }) {
  const { t } = useWords();
  return <MessagePage picture={<SleepingFox />} title={t('noUnits')} text={t('noUnitsText')} back={back} />;
}

interface PostingProps {
  readonly data: ClassPageQuery;
  readonly profile: Profile;
  readonly back: string;
}

/** Chosen, made ready, looked at, sent; then perhaps one more. */
function Posting({ data, profile, back }: PostingProps) {
  const { t } = usePostingWords();
  const desk = usePosting({ profileId: profile.id, classId: data.studentClass.id });
  const { state } = desk;
  const panel = useKeptFocus<HTMLElement>(state.step);
  return (
    <StudentPage title={t('title')} back={back} className="posting">
      <h1 className="posting-title">
        <Words text={t('title')} />
      </h1>
      <section
        ref={panel}
        tabIndex={-1}
        aria-label={plain(t('title'))}
        className="posting-desk sheet"
        data-step={state.step}
      >
        {state.step === 'choosing' && <ChooseWork {...{ state, desk, data }} />}
        {state.step === 'making' && <MakingPanel share={state.share} onCancel={desk.again} />}
        {state.step === 'made' && <MadePanel {...{ state, desk, data }} />}
      </section>
    </StudentPage>
  );
}
