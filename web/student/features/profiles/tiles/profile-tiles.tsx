import type { ReactNode } from 'react';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Words, useWords } from '#web/student/ui/text/words.tsx';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { ProfileTile, type Face } from './profile-tile.tsx';

interface ProfileTilesProps {
  /** The number of children; large numbers get small tiles. */
  readonly count: number;
  /** Opens the form for a new child; undefined hides the tile for new children. */
  readonly onAdd?: (() => void) | undefined;
  /** The children's tiles, as items of the list. */
  readonly children: ReactNode;
}

/** The tile for a new child, followed by the children's tiles. The first tile stays while the others load. */
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
  /** The id of the child whose answer is awaited. */
  readonly waitingId?: string | undefined;
}

/** A tile for each child. */
export const Faces = ({ tiles, removing = false, recent, waitingId }: FacesProps) =>
  tiles.map((tile) => (
    <li key={tile.id}>
      <ProfileTile
        face={tile}
        removing={removing}
        recent={tile.id === recent}
        waiting={tile.id === waitingId}
        onPress={tile.onPress}
      />
    </li>
  ));

/** The props that the page passes to the tiles of a class. */
export interface ClassTilesProps extends Pick<FacesProps, 'recent'> {
  readonly classHashCode: string;
  readonly profiles: readonly Profile[];
  /** The id of the active child, who need not show animals again. */
  readonly activeId: string | undefined;
  readonly onChosen: (profile: Profile) => unknown;
  /** Takes the number of tiles, once the class's children are known. */
  readonly onCount: (count: number) => void;
}

/** The profiles of this device, except those whose children must first show their animals to the server. */
export const localProfiles = ({
  profiles,
  activeId,
}: Pick<ClassTilesProps, 'profiles' | 'activeId'>): readonly Profile[] =>
  profiles.filter(({ id, asksPictures }) => !asksPictures || id === activeId);

export const LocalTiles = ({ onChosen, recent, ...choosing }: ClassTilesProps) => (
  <Faces
    tiles={localProfiles(choosing).map((profile) => ({ ...profile, onPress: () => onChosen(profile) }))}
    recent={recent}
  />
);
