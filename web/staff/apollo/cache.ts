import { InMemoryCache, type ApolloCache, type FieldFunctionOptions } from '@apollo/client';

/** A query for one entity by id finds the entity that a list or a mutation brought. */
const byId = (typename: string) => ({
  read: (_: unknown, { args, toReference }: FieldFunctionOptions) =>
    toReference({ __typename: typename, id: String(args?.['id']) }),
});

// What has no id of its own belongs to the entity it stands in.
const embedded = { keyFields: false } as const;

export const createStaffCache = () =>
  new InMemoryCache({
    typePolicies: {
      Query: { fields: { class: byId('Class') } },
      Class: { fields: { qrCode: { merge: true } } },
      ClassPage: embedded,
      FileLink: embedded,
      QrCode: embedded,
    },
  });

/** After a create or a delete: every page of the list is asked for again when it is next shown. */
export function forgetList(cache: ApolloCache, field: 'classes' | 'allClasses'): void {
  cache.evict({ id: 'ROOT_QUERY', fieldName: field });
  cache.gc();
}
