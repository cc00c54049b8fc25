import { useEffect } from 'react';
import { studentClient } from '#web/student/platform/apollo/student-client.ts';
import { DeviceProfilesDocument, type DeviceProfilesQuery } from '#web/student/operations.generated.ts';
import { profileStore, useStudent } from '#web/student/platform/profiles/profile-store.ts';
import { animalOf, placeIn, type Profile } from '#web/student/platform/profiles/stored-profile.ts';

type Restored = DeviceProfilesQuery['deviceProfiles'][number];

/** One request per page load, and none if the device had profiles: a person who removes the last one wants none back. */
let isRequested = false;

/** Restores the profiles that the server remembers of this device after the browser dropped its storage. */
export function useRestoredProfiles(): void {
  const { hasProfiles } = useStudent();
  useEffect(() => {
    const isLost = !hasProfiles && !isRequested;
    isRequested = true;
    if (!isLost) return;
    void restore().catch(() => {
      isRequested = false;
    });
  }, [hasProfiles]);
}

async function restore(): Promise<void> {
  const { data } = await studentClient.query<DeviceProfilesQuery>({
    query: DeviceProfilesDocument,
    fetchPolicy: 'no-cache',
  });
  for (const found of data?.deviceProfiles ?? []) {
    const profile = profileOf(found);
    const isHere = profileStore.getState().profiles.some(({ id }) => id === found.id);
    if (profile && !isHere) profileStore.add(profile);
  }
}

/** The profile in its stored form; undefined for an animal that this build does not know. */
function profileOf({ id, name, token, lastClass, ...rest }: Restored): Profile | undefined {
  const animal = animalOf(rest.animal);
  if (!animal) return undefined;
  return { id, name, animal, token, classIds: lastClass ? [lastClass.id] : [], place: lastClass && placeIn(lastClass) };
}
