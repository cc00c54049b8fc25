import type { ApolloClient } from '@apollo/client';
import type { AnimalName } from '#schema/rules/profile-name.ts';
import { unmask, type Masked } from '#web/shared/apollo/masks.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import {
  TakeProfileDocument,
  type TakeProfileMutation,
  type TakeProfileMutationVariables,
} from '#web/student/features/profiles/roster.lazy.generated.ts';
import type { Animal, ClassOfChildFragment } from '#web/student/operations.generated.ts';
import { classPlaceOf, placeIn, type Profile } from '#web/student/platform/profiles/stored-profile.ts';
import { storeChosen } from '#web/student/features/profiles/use-choice.ts';

/** A child of the class, from the roster or from this device. */
export interface ClassChild {
  readonly id: string;
  readonly name: string;
  readonly animal: AnimalName;
  readonly asksPictures: boolean;
  /** True if only the child's own card opens the profile. */
  readonly asksCard?: boolean;
  /** The profiles that staff merged into the child's. */
  readonly mergedIds?: readonly string[];
  /** The profile on this device of a child of another class. */
  readonly elsewhere?: Profile;
}

/** The text key of the reason why the child was not taken. */
export type TakeHint =
  | 'cardOnly'
  | 'classClosedHere'
  | 'wrongAnimals'
  | 'tooManyAnimals'
  | 'unknownClassText'
  | 'offlineShort'
  | 'tryAgainSoon';

interface Taking {
  /** The class whose code the device knows. */
  readonly found: Masked<ClassOfChildFragment>;
  readonly child: ClassChild;
  /** The animals that were tapped, in order; empty where the class asks for no animals. */
  readonly shown: readonly AnimalName[];
  /** False once a newer choice has begun. */
  readonly isCurrent: () => boolean;
}

/**
 * Takes a child's profile from the server, and stores it on this device. Resolves to null when a newer choice has begun.
 * Rejects with the server's problem.
 */
export async function takeChild(
  client: ApolloClient,
  { found: masked, child, shown, isCurrent }: Taking,
): Promise<Profile | null> {
  const found = unmask<ClassOfChildFragment>(masked);
  const { elsewhere, id, name, animal, asksPictures } = child;
  const pictures = shown.map((one) => one.toUpperCase() as Animal);
  const input = {
    classHashCode: (elsewhere && classPlaceOf(elsewhere)?.hashCode) ?? found.classHashCode,
    profileId: id,
    pictures,
  };
  const { data } = await client.mutate<TakeProfileMutation, TakeProfileMutationVariables>({
    mutation: TakeProfileDocument,
    variables: { input },
  });
  if (!data) return null;
  const { token } = data.takeProfile;
  const profile: Profile = elsewhere
    ? { ...elsewhere, token }
    : {
        ...{ id, name, animal, asksPictures, token },
        isTaken: true,
        classIds: [found.id],
        place: placeIn(found),
      };
  return storeChosen(profile, isCurrent);
}

const hints: Readonly<Record<number, TakeHint>> = {
  0: 'offlineShort',
  403: 'wrongAnimals',
  404: 'unknownClassText',
  409: 'unknownClassText',
  429: 'tooManyAnimals',
};

/** The text that tells a child why it was not taken. */
export function hintFor(error: unknown): TakeHint {
  const { status, messageKey } = problemOf(error);
  if (messageKey === 'messages.cardOnly') return 'cardOnly';
  if (messageKey === 'messages.blockedFromClass') return 'classClosedHere';
  return hints[status] ?? 'tryAgainSoon';
}
