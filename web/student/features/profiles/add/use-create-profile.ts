import { useRef, useState } from 'react';
import type { AnimalName } from '#schema/rules/profile-name.ts';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { useIdempotencyKey } from '#web/shared/use-idempotency-key.ts';
import { useCreateStudentMutation, type CreateStudentInput } from './create-profile.lazy.generated.ts';
import { refusalWords, type RefusalWords } from '#web/student/platform/refusal-words.ts';
import { storeChosen, useChoice } from '#web/student/features/profiles/use-choice.ts';
import type { Profile } from '#web/student/platform/profiles/stored-profile.ts';

/**
 * Creates a profile on the server and stores it on this device. Resolves to null on failure, with the reason in
 * `failure`, and when a newer choice has begun.
 */
export function useCreateProfile(classHashCode: string | null) {
  const [createStudent, { loading }] = useCreateStudentMutation();
  const withKey = useIdempotencyKey();
  const beginChoice = useChoice();
  const busy = useRef(false);
  const [failure, setFailure] = useState<RefusalWords | 'tryAgainSoon' | null>(null);

  async function send(animal: AnimalName, input: CreateStudentInput): Promise<Profile | null> {
    const { data } = await createStudent({ variables: { input } });
    if (!data) return null;
    const { id, name, token } = data.createStudent;
    return { id, name, animal, token, classIds: [], place: null };
  }

  const create = async (name: string, animal: AnimalName): Promise<Profile | null> => {
    // Two quick taps arrive before the button is disabled.
    if (busy.current) return null;
    busy.current = true;
    const isCurrent = beginChoice();
    setFailure(null);
    // If the answer to the first try is lost, the second one gets the same profile.
    const input = withKey({ name, animal: graphqlAnimal(animal) });
    try {
      const profile = await send(animal, { ...input, classHashCode }).catch((error: unknown) => {
        // A deleted or completed class must not keep a child from having a profile; the class's page explains.
        if (classHashCode !== null && [404, 409].includes(problemOf(error).status)) return send(animal, input);
        throw error;
      });
      return profile && storeChosen(profile, isCurrent);
    } catch (error) {
      setFailure(refusalWords(error) ?? 'tryAgainSoon');
      return null;
    } finally {
      busy.current = false;
    }
  };
  return { create, sending: loading, failure };
}

/** GraphQL's enumerations are in capitals. */
const graphqlAnimal = (animal: AnimalName): Uppercase<AnimalName> => animal.toUpperCase() as Uppercase<AnimalName>;
