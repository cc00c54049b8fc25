import type { ReactNode } from 'react';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Words, useWords } from '#web/student/ui/text/words.tsx';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { ProfileTile, type Face } from './profile-tile.tsx';

interface ProfileTilesProps {
  /** How many children there are: many tiles are small ones. */
  readonly count: number;
  /** Opens the form for somebody new; without it there is no tile for that. */
  readonly onAdd?: (() => void) | undefined;
  /** The children's tiles, as items of the list. */
  readonly children: ReactNode;
}

/** The list of the children who can be chosen, after the tile for somebody new, which stays while they load. */
export function ProfileTiles({ count, onAdd, children }: ProfileTilesProps) {
  const { t } = useWords();
  return (
    <ul className="profiles-tiles" data-many={count > 8 || undefined}>
      {onAdd && (
        <li>
          <button type="button" className="profile-tile profile-tile-add" onClick={onAdd}>
            <span className="profile-tile-plus">
              <Icon name="plus" size={72} />
            </span>
            <span className="profile-tile-name">
              <Words text={t('addProfile')} />
            </span>
          </button>
        </li>
      )}
      {children}
    </ul>
  );
}

export interface Tile extends Face {
  readonly id: string;
  readonly onPress: () => void;
}

interface FacesProps {
  readonly tiles: readonly Tile[];
  /** A tap removes the profile instead of choosing it. */
  readonly removing?: boolean;
  /** The id of the profile that was the last active one in this tab. */
  readonly recent: string | undefined;
}

/** A tile for each child. */
export const Faces = ({ tiles, removing = false, recent }: FacesProps) =>
  tiles.map((tile) => (
    <li key={tile.id}>
      <ProfileTile face={tile} removing={removing} recent={tile.id === recent} onPress={tile.onPress} />
    </li>
  ));

/** What the tiles of a class need of the page. */
export interface ClassTilesProps extends Pick<FacesProps, 'recent'> {
  readonly classHashCode: string;
  readonly profiles: readonly Profile[];
  /** The child who is active, and need not show its animals again. */
  readonly activeId: string | undefined;
  readonly onChosen: (profile: Profile) => unknown;
  /** Takes the number of tiles, once the class's children are known. */
  readonly onCount: (count: number) => void;
}

/** The profiles of this device alone, but those that must show their animals to the server first. */
export const LocalTiles = ({ profiles, activeId, onChosen, recent }: ClassTilesProps) => (
  <Faces
    tiles={profiles
      .filter(({ id, asksPictures }) => !asksPictures || id === activeId)
      .map((profile) => ({ ...profile, onPress: () => onChosen(profile) }))}
    recent={recent}
  />
);
