import { lazy, startTransition, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation, useSearchParams } from 'react-router-dom';
import { Animal } from '#web/shared/art/animals.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { entryStateOf } from '#web/student/features/entry/entry-rule.ts';
import { placePath } from '#web/student/platform/place.ts';
import { lateSheet } from '#web/student/ui/controls/late-sheet.tsx';
import { Link } from '#web/student/ui/controls/link.tsx';
import { StudentPage } from '#web/student/ui/frame/student-page.tsx';
import { useClassPageQuery } from '#web/student/operations.generated.ts';
import { showJapanese } from '#web/student/platform/i18n/japanese-glyphs.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { paths } from '#web/shared/paths.ts';
import { BookCorner } from '#web/student/features/profiles/codes/book-corner.tsx';
import { useHandOver } from '#web/student/platform/profiles/hand-over.ts';
import { Faces, LocalTiles, ProfileTiles } from '#web/student/features/profiles/tiles/profile-tiles.tsx';
import { profileStore, activeProfile, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { classPlaceOf, infoOf, type Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { useChoice } from './use-choice.ts';
import { useRestoredProfiles } from './use-restored-profiles.ts';
import './profile-list.css';

/** Loaded on demand, since only grown-ups remove profiles, and rarely. */
const RemoveProfile = lateSheet(
  async () => (await import('#web/student/features/profiles/remove/remove-profile.tsx')).RemoveProfile,
);

/** Loaded on demand to keep a first visit small. If loading fails, the device shows its own profiles. */
const ClassTiles = lazy(() =>
  import('#web/student/features/profiles/tiles/class-tiles.tsx').then(
    (loaded) => ({ default: loaded.ClassTiles }),
    () => ({ default: LocalTiles }),
  ),
);
const AddProfile = lateSheet(
  async () => (await import('#web/student/features/profiles/add/add-profile.tsx')).AddProfile,
);

const classOf = (profile: Profile | undefined): string | null => (profile && classPlaceOf(profile)?.hashCode) ?? null;

/** The first class of the children who must show their animals again. */
const guardedClass = (profiles: readonly Profile[]): string | null =>
  profiles
    .filter(({ asksPictures }) => asksPictures)
    .reduce<string | null>((found, one) => found ?? classOf(one), null);

type Over = { readonly kind: 'add' } | { readonly kind: 'remove'; readonly profile: Profile } | null;

/** The first page: choose a profile, or open a book. */
export function Component() {
  const { t } = useWords();
  const navigate = useNavigate();
  const student = useStudent();
  const beginChoice = useChoice();
  const handedOver = useHandOver();
  useRestoredProfiles();
  const { classHashCode, nextPath, isPageWaiting } = useNextPath();
  const [over, setOver] = useState<Over>(null);
  const [count, setCount] = useState(0);
  const [removing, setRemoving] = useState(false);
  const active = activeProfile(student);
  // Back would choose the previous child without its animals.
  const isLocked = active === null && handedOver?.previous.asksPictures === true;
  useEffect(() => student.profiles.forEach(({ name }) => showJapanese(name)), [student.profiles]);
  const isLeaving = useNavigation().state !== 'idle';
  useEffect(() => {
    // Leaving ends a choice, also while the next page is still loading.
    if (isLeaving) beginChoice();
  }, [isLeaving, beginChoice]);

  const choose = async (profile: Profile) => {
    beginChoice();
    profileStore.setInfo(infoOf(profile));
    const to = handedOver?.pageFor(profile) ?? nextPath(profile);
    if (to !== null) await navigate(to);
  };
  // The pressed tile is drawn first, then the sheet.
  const add = () => {
    beginChoice();
    startTransition(() => setOver({ kind: 'add' }));
  };
  const removable = student.profiles.map((profile) => ({
    ...profile,
    onPress: () => setOver({ kind: 'remove', profile }),
  }));
  const recent = (student.info ?? student.previousInfo)?.id;
  const before = student.profiles.find(({ id }) => id === recent);
  // Without a class in the address, the class of the previous child, else of a child who must show animals again.
  const listed = classHashCode ?? classOf(before) ?? guardedClass(student.profiles);
  const choosing = {
    classHashCode: listed ?? '',
    profiles: student.profiles,
    activeId: student.info?.id,
    onChosen: choose,
    onCount: setCount,
    recent,
  };

  return (
    <StudentPage title={t('profilesTitle')} back={isLocked ? undefined : handedOver?.takeBack} className="profiles">
      <Question classHashCode={classHashCode} active={active} isPageWaiting={isPageWaiting} />
      <ProfileTiles count={Math.max(count, student.profiles.length)} onAdd={removing ? undefined : add}>
        {removing ? (
          <Faces tiles={removable} removing recent={recent} />
        ) : (
          <Suspense>
            {listed === null ? <LocalTiles {...choosing} /> : <ClassTiles {...choosing} key={listed} />}
          </Suspense>
        )}
      </ProfileTiles>
      <BookCorner onCard={(child) => void choose(child)} />
      <div className="profiles-ends">
        {student.hasProfiles && (
          <button type="button" className="button" onClick={() => setRemoving(!removing)}>
            <Icon name={removing ? 'check' : 'trash'} size={30} />
            <Words text={removing ? t('removeDone') : t('removeProfiles')} />
          </button>
        )}
        <Link className="button" to={paths.check}>
          <Icon name="plug" size={30} />
          <span>
            <Words text={t('checkDevice')} />
          </span>
        </Link>
      </div>
      {over?.kind === 'add' && (
        <AddProfile classHashCode={classHashCode} onClose={() => setOver(null)} onAdded={choose} />
      )}
      {over?.kind === 'remove' && (
        <RemoveProfile
          profile={over.profile}
          // The removal may be answered when another sheet is open.
          onClose={() => setOver((now) => (now === over ? null : now))}
        />
      )}
    </StudentPage>
  );
}

/** The target after a choice: the page to return to, the class of the link, or the profile's last place. */
function useNextPath() {
  const [query] = useSearchParams();
  const entry = entryStateOf(useLocation().state);
  const classHashCode = entry?.classHashCode ?? query.get('class');
  const nextPath = ({ place }: Profile): string | null =>
    entry?.returnTo ?? (classHashCode ? paths.studentClass(classHashCode) : place && placePath(place));
  return { classHashCode, nextPath, isPageWaiting: entry !== null };
}

interface QuestionProps {
  readonly classHashCode: string | null;
  readonly active: Profile | null;
  /** True if a page opens after the choice of a profile. */
  readonly isPageWaiting: boolean;
}

/** The question above the profiles. A child without a class or a book gets a hint how to open one. */
function Question({ classHashCode, active, isPageWaiting }: QuestionProps) {
  const { t } = useWords();
  const { data } = useClassPageQuery({ variables: { hashCode: classHashCode ?? '' }, skip: classHashCode === null });
  const isLost = active !== null && active.place === null && classHashCode === null;
  const hint = useRef<HTMLParagraphElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    // A typed code leads back to this page, where the code's field is below the fold.
    if (isPageWaiting) hint.current?.focus();
  }, [isPageWaiting, key]);
  const question = data ? t('whoGoesToClass', { className: data.studentClass.className }) : t('whoIsHere');
  return (
    <>
      <div className="profiles-greeting">
        <Animal name={active?.animal ?? 'fox'} size={104} />
        <h1 className="profiles-title">
          <Words text={isLost ? t('hello', { name: active.name }) : question} />
        </h1>
      </div>
      {(isLost || isPageWaiting) && (
        <p className="profiles-hint" ref={hint} tabIndex={-1}>
          <Words text={t(isPageWaiting ? 'chooseFirst' : 'howToBegin')} />
        </p>
      )}
    </>
  );
}
