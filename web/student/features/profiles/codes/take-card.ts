import type { ApolloClient } from '@apollo/client';
import { unmask } from '#web/shared/apollo/masks.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { animals } from '#schema/rules/profile-name.ts';
import { local, writeStored } from '#web/shared/storage.ts';
import type { CodeHint } from '#web/student/features/scanner/scanned-code.ts';
import {
  TakeCardDocument,
  type ClassOfChildFragment,
  type TakeCardMutation,
  type TakeCardMutationVariables,
} from '#web/student/features/profiles/roster.lazy.generated.ts';
import { cardKey, profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { takeOver } from '#web/student/features/profiles/child/take-over.ts';
import { storeChosen } from '#web/student/features/profiles/use-choice.ts';
import { animalOf, infoOf, placeIn, type Profile } from '#web/student/platform/profiles/stored-profile.ts';

/** Milliseconds in which the next new tab belongs to the card's child. */
const cardLasts = 120_000;

interface TakingCard {
  readonly cardCode: string;
  /** False once a newer choice has begun. */
  readonly isCurrent: () => boolean;
}

/**
 * The child of a scanned card, stored on this device; null when a newer choice has begun. Rejects with the server's
 * problem.
 */
export async function takeCard(client: ApolloClient, { cardCode, isCurrent }: TakingCard): Promise<Profile | null> {
  const { data } = await client.mutate<TakeCardMutation, TakeCardMutationVariables>({
    mutation: TakeCardDocument,
    variables: { input: { cardCode } },
  });
  if (!data) throw new Error('The child of the card came back empty');
  const { lastClass: masked, animal, asksCard, mergedIds, ...child } = data.takeCard;
  const lastClass = masked && unmask<ClassOfChildFragment>(masked);
  const here = profileStore.getState().profiles.find(({ id }) => id === child.id);
  const profile: Profile = {
    ...child,
    asksPictures: child.asksPictures || asksCard,
    animal: animalOf(animal) ?? animals[0],
    // A profile that was made on this device keeps that mark.
    isTaken: here ? here.isTaken === true : true,
    classIds: [...new Set([...(here?.classIds ?? []), ...(lastClass ? [lastClass.id] : [])])],
    place: lastClass ? placeIn(lastClass) : (here?.place ?? null),
  };
  const chosen = storeChosen(profile, isCurrent);
  void takeOver(profile.id, mergedIds).catch(() => undefined);
  // A tablet's camera opens the next scanned page in a new tab, so the child is stored for that tab.
  if (chosen) writeStored(local, cardKey, { info: infoOf(chosen), until: Date.now() + cardLasts });
  return chosen;
}

/** The hint for a card that did not open. */
export function cardHint(error: unknown): CodeHint {
  const { status } = problemOf(error);
  if (status === 404 || status === 400) return 'cardGone';
  if (status === 429) return 'tooMany';
  return status === 0 ? 'offlineShort' : 'tryAgainSoon';
}
