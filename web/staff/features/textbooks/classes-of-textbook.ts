import type { ApolloClient } from '@apollo/client';
import { ClassesOfTextBookDocument, type ClassesOfTextBookQuery } from '#web/staff/operations.generated.ts';
import { networkOnly } from '#web/staff/platform/apollo/freshness.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';

/** Asks which classes use a textbook, before a change that the server refuses for a textbook in use. */
export async function classesOfTextBook(client: ApolloClient, textBookId: string) {
  const { data } = await client.query<ClassesOfTextBookQuery>({
    query: ClassesOfTextBookDocument,
    variables: { textBookId },
    ...networkOnly,
    ...ownProblems,
  });
  return data?.classes;
}
