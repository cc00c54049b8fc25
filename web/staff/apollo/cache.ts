import { InMemoryCache, type ApolloCache, type FieldFunctionOptions } from '@apollo/client';
import { keptWhole } from './kept-whole.ts';

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
      Query: {
        fields: {
          class: byId('Class'),
          textBook: byId('TextBook'),
          lesson: byId('Lesson'),
          user: byId('User'),
          textBookUnits: keptWhole('textBookId'),
          contents: keptWhole('lessonId'),
        },
      },
      Class: { fields: { qrCode: { merge: true } } },
      ClassPage: embedded,
      // The same content has other numbers in another class, and in other days.
      UsedContent: embedded,
      MapContent: embedded,
      MapUnit: embedded,
      // The same child has other dates and posts in another class.
      ClassProfile: embedded,
      ClassProfilePage: embedded,
      ModeratedPostPage: embedded,
      FileLink: embedded,
      TrashItem: embedded,
      TrashPage: embedded,
      TrashParent: embedded,
      ApiKeyPage: embedded,
      AuditEntryPage: embedded,
      CommunityWaiting: embedded,
      // A dry run has no id.
      UserImport: embedded,
      PrivacyProfilePage: embedded,
      QrCode: embedded,
      Retention: embedded,
      RetentionRule: embedded,
      RetentionRun: embedded,
    },
  });

/** The list fields of the query type, which a change elsewhere makes stale. */
export type ListField =
  | 'classes'
  | 'allClasses'
  | 'classProfiles'
  | 'communityQueue'
  | 'communityWaiting'
  | 'textBooks'
  | 'allTextBooks'
  | 'textBookUnits'
  | 'contents'
  | 'users'
  | 'allTeachers'
  | 'allSchoolAdministrators'
  | 'trash'
  | 'apiKeys'
  | 'auditEntries'
  | 'privacyProfiles';

/** After a create or a delete: every page of the list is asked for again when it is next shown. */
export function forgetList(cache: ApolloCache, ...fields: readonly ListField[]): void {
  for (const fieldName of fields) cache.evict({ id: 'ROOT_QUERY', fieldName });
  cache.gc();
}
