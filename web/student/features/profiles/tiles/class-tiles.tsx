import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import type { AnimalName } from '#schema/rules/profile-name.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { useClassRosterQuery, type ClassRosterQuery } from '#web/student/features/profiles/roster.lazy.generated.ts';
import { showJapanese } from '#web/student/platform/i18n/japanese-glyphs.ts';
import { profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { animalOf, type Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { lateSheet } from '#web/student/ui/controls/late-sheet.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { Faces, localProfiles, LocalTiles, type ClassTilesProps } from './profile-tiles.tsx';
import type { ClassChild } from '#web/student/features/profiles/child/take-child.ts';
import { takeOver } from '#web/student/features/profiles/child/take-over.ts';
import { useTakeChild } from '#web/student/features/profiles/child/use-take-child.ts';

const ChildSecret = lateSheet(
  async () => (await import('#web/student/features/profiles/child/child-secret.tsx')).ChildSecret,
);

/** Milliseconds to wait for the class's children before the device shows its own profiles. */
const patience = 2_500;

/**
 * The children of a class, including the profiles of this device, in the class's order; behind the profiles of this
 * device if those were shown before.
 */
export function ClassTiles(props: ClassTilesProps) {
  const { t } = useWords();
  const { classHashCode } = props;
  const { data, error } = useClassRosterQuery({ variables: { classHashCode }, fetchPolicy: 'cache-and-network' });
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const late = setTimeout(() => setIsLate(true), patience);
    return () => clearTimeout(late);
  }, []);
  const profiles = error || isLate ? props.profiles : [];
  if (data) return <Roster {...props} {...data} shown={localProfiles({ ...props, profiles }).map(({ id }) => id)} />;
  return (
    <>
      <LocalTiles {...props} profiles={profiles} />
      {error && problemOf(error).status === 0 && <Hint text={t('offlineShort')} />}
    </>
  );
}

interface RosterProps extends ClassTilesProps, ClassRosterQuery {
  /** The ids of the tiles that the child saw before, in their order. */
  readonly shown: readonly string[];
}

function Roster({ studentClass, classRoster, profiles, activeId, onChosen, onCount, recent, shown }: RosterProps) {
  const { t } = useWords();
  const { take, drop, hint, waitingId } = useTakeChild(studentClass);
  const [asked, setAsked] = useState<ClassChild | null>(null);
  useEffect(() => classRoster.forEach(({ name }) => showJapanese(name)), [classRoster]);

  const goOn = (profile: Profile, mergedIds: readonly string[] = []) => {
    onChosen(profile);
    void takeOver(profile.id, mergedIds).catch(() => undefined);
  };
  const takeAndChoose = async (child: ClassChild, pictures?: readonly AnimalName[]): Promise<boolean> => {
    const profile = await take(child, pictures);
    if (profile) goOn(profile, child.mergedIds);
    return profile !== null;
  };
  const choose = (profile: Profile, mergedIds?: readonly string[]) => {
    drop();
    goOn(profile, mergedIds);
  };
  const ask = (child: ClassChild) => {
    drop();
    // The pressed tile is drawn first, then the sheet.
    startTransition(() => setAsked(child));
  };
  const press = (child: ClassChild, here: Profile | undefined) => {
    // The active child and a profile made on this device need no secret.
    if (here && (!here.isTaken || here.id === activeId)) return choose(updated(here, child), child.mergedIds);
    if (child.asksPictures || child.asksCard) return ask(child);
    return here ? choose(updated(here, child), child.mergedIds) : void takeAndChoose(child);
  };

  const ofClass = classRoster.flatMap(({ number, ...row }) => {
    const animal = animalOf(row.animal);
    const child = animal && { ...row, animal };
    const here = profiles.find(({ id }) => id === row.id);
    return child ? [{ ...child, number, onPress: () => press(child, here) }] : [];
  });
  const others = profiles
    // The class's tile of the remaining profile stands for a merged profile too.
    .filter(({ id }) => !classRoster.some((row) => row.id === id || row.mergedIds.includes(id)))
    .map((profile) => ({
      ...profile,
      onPress: () =>
        profile.asksPictures && profile.id !== activeId
          ? ask({ ...profile, asksPictures: true, elsewhere: profile })
          : choose(profile),
    }));
  const tiles = useKeptPlaces([...ofClass, ...others], shown);
  useLayoutEffect(() => onCount(tiles.length), [onCount, tiles.length]);
  return (
    <>
      <Faces tiles={tiles} recent={recent} waitingId={waitingId} />
      {hint && !asked && <Hint text={t(hint)} />}
      {asked && (
        <li className="profiles-sheet">
          <ChildSecret
            {...asked}
            hint={hint}
            onClose={() => {
              drop();
              setAsked(null);
            }}
            onShown={(pictures) => takeAndChoose(asked, pictures)}
            onCard={onChosen}
          />
        </li>
      )}
    </>
  );
}

/**
 * Keeps each shown tile in its place and puts new ones behind them, since a tap on a tile that has just changed places
 * would choose another child. `shown`: the ids of the tiles before the first call.
 */
function useKeptPlaces<One extends { readonly id: string }>(tiles: readonly One[], shown: readonly string[]) {
  const [places, setPlaces] = useState(shown);
  const added = tiles.map(({ id }) => id).filter((id) => !places.includes(id));
  if (added.length > 0) setPlaces([...places, ...added]);
  const all = [...places, ...added];
  return [...tiles].sort((one, other) => all.indexOf(one.id) - all.indexOf(other.id));
}

const Hint = ({ text }: { readonly text: string }) => (
  <li className="profiles-note">
    <p className="field-hint" role="alert">
      <Words text={text} />
    </p>
  </li>
);

/** Updates a profile of this device with the class's current name, animal and secret. */
function updated(here: Profile, { name, animal, asksCard = false, ...child }: ClassChild): Profile {
  const asksPictures = child.asksPictures || asksCard;
  const profile = { ...here, name, animal, ...(here.isTaken && { asksPictures }) };
  const isSame = here.name === name && here.animal === animal && here.asksPictures === profile.asksPictures;
  if (isSame) return here;
  profileStore.add(profile);
  return profile;
}
