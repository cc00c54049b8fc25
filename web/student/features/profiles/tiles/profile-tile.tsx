import { Animal, animalColours } from '#web/shared/art/animals.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';

/** The child's data on a tile. The number distinguishes children with the same name. */
export interface Face extends Pick<Profile, 'name' | 'animal'> {
  readonly number?: number | null;
}

interface ProfileTileProps {
  readonly face: Face;
  /** A tap removes the profile instead of choosing it. */
  readonly removing: boolean;
  /** The profile was the last active one in this tab. */
  readonly recent: boolean;
  /** The server's answer for the child is awaited. */
  readonly waiting: boolean;
  readonly onPress: () => void;
}

/** A child's tile: animal and colour for children who cannot read yet, and the name. */
export function ProfileTile({ face, removing, recent, waiting, onPress }: ProfileTileProps) {
  const { t } = useWords();
  const { animal, number } = face;
  const name = number ? `${number} ${face.name}` : face.name;
  return (
    <button
      type="button"
      className="profile-tile"
      data-recent={recent || undefined}
      aria-busy={waiting || undefined}
      style={{ '--tile': animalColours[animal] }}
      aria-label={removing ? undefined : plain(t('chooseProfile', { name }))}
      onClick={onPress}
    >
      <Animal name={animal} size="100%" className="profile-tile-animal" />
      <span className="profile-tile-name">{name}</span>{' '}
      {removing && (
        <span className="profile-tile-trash">
          <Icon name="trash" size={30} />
          <Words text={t('remove')} />
        </span>
      )}
    </button>
  );
}
