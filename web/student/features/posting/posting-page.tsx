import i18next from 'i18next';
import { useState } from 'react';
import { ProgressBar } from '#web/student/ui/sending/send-progress.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Navigate, useSearchParams } from 'react-router-dom';
import { unmask } from '#web/shared/apollo/masks.ts';
import { paths } from '#web/shared/paths.ts';
import { words } from '#web/shared/i18n/words.ts';
import { SleepingFox } from '#web/student/ui/art/empty-states.tsx';
import { WithClass } from '#web/student/features/entry/with-class.tsx';
import { MessagePage } from '#web/student/ui/frame/message-page.tsx';
import { StudentPage } from '#web/student/ui/frame/student-page.tsx';
import { lateSheet } from '#web/student/ui/controls/late-sheet.tsx';
import { useFocusOnStep } from '#web/student/ui/controls/use-kept-focus.ts';
import {
  useClassPageQuery,
  type ClassOfChildFragment,
  type ClassPageQuery,
} from '#web/student/operations.generated.ts';
import { activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import type { WorkPlace } from './choose-unit.tsx';
import { ChooseWork } from './choose-work.tsx';
import { DraftPanel } from './draft-panel.tsx';
import { usePostingWords } from './posting-words.ts';
import { usePosting } from './use-posting.ts';
import './posting.css';

export const loader = words('posting', 'sending');

/** The recorder, its texts and the MP3 encoder are loaded only for a child who speaks. */
const VoiceSheet = lateSheet(async () => {
  const [loaded] = await Promise.all([import('./voice-sheet.tsx'), i18next.loadNamespaces('record')]);
  return loaded.VoiceSheet;
});

/** The page on which a child posts a work to the wall of the class in the address. */
export function Component() {
  const [search] = useSearchParams();
  const classHashCode = search.get('class') ?? '';
  const profile = activeProfile(useStudent());
  const query = useClassPageQuery({ variables: { hashCode: classHashCode }, notifyOnNetworkStatusChange: false });
  const back = paths.communityList({ class: classHashCode });
  if (!profile) return <Navigate to={back} replace />;
  return (
    <WithClass {...{ query, back }}>
      {(data) => (data.classUnits.length === 0 ? <NoUnits back={back} /> : <PostingTo {...{ data, profile, back }} />)}
    </WithClass>
  );
}

function NoUnits({ back }: { readonly back: string }) {
  const { t } = useWords();
  return <MessagePage picture={<SleepingFox />} title={t('noUnits')} text={t('noUnitsText')} back={back} />;
}

interface PostingToProps {
  readonly data: ClassPageQuery;
  readonly profile: Profile;
  readonly back: string;
}

/** Starts anew for another child or another class. */
function PostingTo({ data, profile, back }: PostingToProps) {
  const { id: classId, classHashCode } = unmask<ClassOfChildFragment>(data.studentClass);
  const units = data.classUnits;
  return (
    <Posting key={`${profile.id} ${classId}`} profileId={profile.id} {...{ classId, classHashCode, units, back }} />
  );
}

interface PostingProps extends WorkPlace {
  readonly profileId: string;
  readonly classId: string;
  readonly back: string;
}

/** The steps: choose, prepare, preview, send. A voice has its own steps in a sheet. */
function Posting({ profileId, classId, classHashCode, units, back }: PostingProps) {
  const { t } = usePostingWords();
  const posting = usePosting({ profileId, classId });
  const { state } = posting;
  const panel = useFocusOnStep<HTMLElement>(state.step);
  const [speaks, setSpeaks] = useState(false);
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
        {state.step === 'choosing' && <ChooseWork {...{ state, posting }} onSpeak={() => setSpeaks(true)} />}
        {state.step === 'making' && <MakingPanel share={state.share} onCancel={posting.again} />}
        {state.step === 'made' && <DraftPanel {...{ state, posting, classHashCode, units }} />}
      </section>
      {speaks && <VoiceSheet {...{ profileId, classId, classHashCode, units }} onClose={() => setSpeaks(false)} />}
    </StudentPage>
  );
}

interface MakingPanelProps {
  readonly share: number | undefined;
  readonly onCancel: () => void;
}

/** Shown while the device prepares a file. */
export function MakingPanel({ share, onCancel }: MakingPanelProps) {
  const { t } = usePostingWords();
  const text = share === undefined ? t('reading') : t('making', { percent: Math.round(share * 100) });
  return (
    <>
      <ProgressBar text={text} label={t('makingBar')} share={share} />
      <button type="button" className="button" onClick={onCancel}>
        <Icon name="close" size={30} />
        <Words text={t('cancel')} />
      </button>
    </>
  );
}
