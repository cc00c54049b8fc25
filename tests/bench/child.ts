import type { BrowserContext } from 'playwright-core';
import { graphql } from '#tests/support/people.ts';
import type { World } from '#tests/support/world.ts';

export interface Child {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

/** A child who is new in a class. */
export async function newChild(world: World, classHashCode: string): Promise<Child> {
  const { data } = await graphql<{ createStudent: Child }>(
    world,
    'mutation ($input: CreateStudentInput!) { createStudent(input: $input) { id name token } }',
    { input: { name: 'Mia', animal: 'CAT', classHashCode } },
  );
  if (!data) throw new Error('no profile could be made');
  return data.createStudent;
}

/** Puts the child on the device, chosen in this tab. */
export const remember = (context: BrowserContext, child: Child) =>
  context.addInitScript((known) => {
    localStorage.setItem('profiles', JSON.stringify([{ ...known, animal: 'cat', classIds: [], place: null }]));
    sessionStorage.setItem('student', JSON.stringify({ info: { id: known.id }, previousInfo: null }));
  }, child);
