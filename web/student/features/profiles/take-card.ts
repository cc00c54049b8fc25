import type { ApolloClient } from '@apollo/client';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { animals } from '#schema/rules/profile-name.ts';
import { local, writeStored } from '#web/shared/storage.ts';
import type { CodeHint } from '#web/student/features/scanner/scanned-code.ts';
import {
  TakeCardDocument,
  type TakeCardMutation,
  type TakeCardMutationVariables,
} from '#web/student/features/profiles/roster.lazy.generated.ts';
import { cardKey, profileStore } from '#web/student/platform/profiles/profile-store.ts';
import { infoOf, type Profile } from '#web/student/platform/profiles/stored-profile.ts';

/** Milliseconds for which the next new tab is the child's. */
const cardLasts = 120_000;

/** The child of a scanned card, stored on this device. Rejects with the server's problem. */
export async function takeCard(client: ApolloClient, cardCode: string): Promise<Profile> {
  const { data } = await client.mutate<TakeCardMutation, TakeCardMutationVariables>({
    mutation: TakeCardDocument,
    variables: { input: { cardCode } },
  });
  if (!data) throw new Error('The child of the card came back empty');
  const { lastClass, animal, asksCard, ...child } = data.takeCard;
  const here = profileStore.getState().profiles.find(({ id }) => id === child.id);
  const profile: Profile = {
    ...child,
    asksPictures: child.asksPictures || asksCard,
    animal: animals.find((known) => known === animal.toLowerCase()) ?? animals[0],
    // A profile that was made on this device stays its own.
    isTaken: here ? here.isTaken === true : true,
    classIds: [...new Set([...(here?.classIds ?? []), ...(lastClass ? [lastClass.id] : [])])],
    place: lastClass
      ? {
          hashCode: lastClass.classHashCode,
          classId: lastClass.id,
          className: lastClass.className,
          textBookId: lastClass.textBook.id,
          textBookName: lastClass.textBook.name,
        }
      : (here?.place ?? null),
  };
  profileStore.add(profile);
  // The camera of a tablet opens the page that is scanned next in a tab of its own.
  writeStored(local, cardKey, { info: infoOf(profile), until: Date.now() + cardLasts });
  return profile;
}

/** Why a card opened nothing. */
export function cardHint(error: unknown): CodeHint {
  const { status } = problemOf(error);
  if (status === 404 || status === 400) return 'cardGone';
  if (status === 429) return 'tooMany';
  return status === 0 ? 'offlineShort' : 'tryAgainSoon';
}
