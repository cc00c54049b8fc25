import type { AnimalName } from '#web/shared/art/animals.tsx';
import type { Animal } from '#web/staff/operations.generated.ts';

/** Each animal's name in GraphQL; its word is `animal-…` in `classes`. */
const names: Record<AnimalName, Animal> = {
  cat: 'CAT',
  dog: 'DOG',
  rabbit: 'RABBIT',
  bear: 'BEAR',
  fox: 'FOX',
  frog: 'FROG',
  penguin: 'PENGUIN',
  owl: 'OWL',
  elephant: 'ELEPHANT',
  panda: 'PANDA',
};

/** Converts an animal's name to GraphQL's value. */
export const animalIn = (name: AnimalName): Animal => names[name];
