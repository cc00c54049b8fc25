import { animals } from '#schema/rules/profile-name.ts';
import { graphql, signIn } from '#tests/support/people.ts';
import type { World } from '#tests/support/world.ts';
import { classList, type Listed } from './class-list.ts';
import type { Language } from './views.ts';

/** A child of the class, with what its card says. */
export interface Child extends Listed {
  readonly id: string;
  readonly cardLink: string;
  /** Its three animals, as places in the list of animals. */
  readonly pictureKeys: readonly number[];
  /** Another child of the class has its name. */
  readonly isNamesake: boolean;
}

export interface Classroom {
  readonly id: string;
  readonly hashCode: string;
  readonly className: string;
  readonly unitCode: string;
  /** The page with sounds to push, and the one for speaking, of one unit. */
  readonly listeningCode: string;
  readonly speakingCode: string;
  readonly children: readonly Child[];
}

/** Asks the gateway as the demo school's teacher. */
export type Ask = <Data>(query: string, variables?: Record<string, unknown>) => Promise<Data>;

export async function askAsTeacher(world: World): Promise<Ask> {
  const { accessToken } = await signIn(world, 'Teacher');
  return async <Data>(query: string, variables: Record<string, unknown> = {}) => {
    const { data, errors } = await graphql<Data>(world, query, variables, { authorization: `Bearer ${accessToken}` });
    if (!data || errors) throw new Error(JSON.stringify(errors));
    return data;
  };
}

interface Pages {
  readonly classUnits: readonly { readonly id: string; readonly hashCode: string }[];
  readonly studentContents: readonly { readonly hashCode: string; readonly type: string; readonly unitId: string }[];
}

/** The teacher's new class of this year, with the book that has pages to listen to and to speak. */
export async function makeClassroom(ask: Ask, language: Language) {
  const { viewer } = await ask<{ viewer: { user: { id: string } } }>('{ viewer { user { id } } }');
  const { allTextBooks } = await ask<{ allTextBooks: { id: string; shortCode: string }[] }>(
    '{ allTextBooks { id shortCode } }',
  );
  const book = allTextBooks.find(({ shortCode }) => shortCode === 'HELLO1');
  if (!book) throw new Error('The demo school has no HELLO1');
  const className = language === 'jp' ? '2年3組 ひまわり' : 'Class 2C Sunflowers';
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const { createClass } = await ask<{ createClass: { id: string; classHashCode: string } }>(
    'mutation ($input: CreateClassInput!) { createClass(input: $input) { id classHashCode } }',
    {
      input: {
        className,
        textBookId: book.id,
        startDate: day(-30),
        endDate: day(200),
        mainTeacherId: viewer.user.id,
        approvalRequired: true,
        childGuard: 'PICTURES',
      },
    },
  );
  const { id, classHashCode: hashCode } = createClass;
  return { id, hashCode, className, ...(await pagesOf(ask, hashCode)) };
}

/** The unit that has a page with sounds to push and one for speaking. */
async function pagesOf(ask: Ask, classHashCode: string) {
  const { classUnits, studentContents } = await ask<Pages>(
    `query ($classHashCode: String!) {
      classUnits(classHashCode: $classHashCode) { id hashCode }
      studentContents(classHashCode: $classHashCode) { hashCode type unitId }
    }`,
    { classHashCode },
  );
  for (const unit of classUnits) {
    const codeOf = (wanted: string) =>
      studentContents.find(({ type, unitId }) => type === wanted && unitId === unit.id)?.hashCode;
    const [listeningCode, speakingCode] = [codeOf('PUSH_AND_LISTEN'), codeOf('RECORD')];
    if (listeningCode && speakingCode) return { unitCode: unit.hashCode, listeningCode, speakingCode };
  }
  throw new Error('No unit to listen and to speak');
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly number: number | null;
  readonly cardLink: string;
  readonly pictures: readonly string[];
}

/** The children as the teacher's list has them now, in the order of their numbers. */
export async function childrenOf(ask: Ask, classId: string, language: Language): Promise<readonly Child[]> {
  const { classProfiles } = await ask<{ classProfiles: { items: Row[] } }>(
    'query ($classId: ID!) { classProfiles(classId: $classId, page: { size: 100 }) { items { id name number cardLink pictures } } }',
    { classId },
  );
  return classList(language).map((listed, _, list) => {
    const row = classProfiles.items.find(({ number }) => number === listed.number);
    if (row?.name !== listed.name) throw new Error(`Number ${listed.number} is ${row?.name}, not ${listed.name}`);
    return {
      ...listed,
      id: row.id,
      cardLink: row.cardLink,
      pictureKeys: row.pictures.map((animal) => animals.findIndex((one) => one === animal.toLowerCase())),
      isNamesake: list.filter(({ name }) => name === listed.name).length > 1,
    };
  });
}
