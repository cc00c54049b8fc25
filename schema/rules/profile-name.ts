import { nameProblem } from './names.ts';
import { isVisible } from './visible-text.ts';

/** In characters. */
export const profileNameMaximum = 40;

/** The message key of the problem with a profile's name, or null. No zod: a child's page loads this. */
export function profileNameProblem(name: string): 'messages.profileNameRequire' | 'messages.valueTooLong' | null {
  if (!isVisible(name)) return 'messages.profileNameRequire';
  return name.trim().length > profileNameMaximum ? 'messages.valueTooLong' : null;
}

/** The same for a new profile. */
export const newProfileNameProblem = (name: string) => profileNameProblem(name) ?? nameProblem(name.trim());

/** The animals a profile's picture can be. */
export const animals = ['cat', 'dog', 'rabbit', 'bear', 'fox', 'frog', 'penguin', 'owl', 'elephant', 'panda'] as const;
export type AnimalName = (typeof animals)[number];
