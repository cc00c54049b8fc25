import { InMemoryCache, type FieldFunctionOptions, type FieldPolicy, type Reference } from '@apollo/client';

interface KeptPage {
  readonly items: readonly Reference[];
  readonly totalCount: number;
}

interface PageArguments {
  readonly page?: { readonly number: number; readonly size: number } | null;
}

/**
 * Merges the pages of a sortable list into one list per parent and page size. The first page replaces the list; each
 * further page is inserted at its position.
 */
export const keptWhole = (parent: string): FieldPolicy<KeptPage> => ({
  keyArgs: [parent, 'filter', 'sort', 'page', ['size']],
  merge(known, page, { args }: FieldFunctionOptions<PageArguments & Record<string, unknown>>) {
    const { number, size } = args?.page ?? { number: 1, size: page.items.length };
    const before = known?.items.slice(0, (number - 1) * size) ?? [];
    return { ...page, items: [...before, ...page.items] };
  },
});

/** A query for one entity by id reads the entity that a list or a mutation put into the cache. */
const byId = (typename: string) => ({
  read: (_: unknown, { args, toReference }: FieldFunctionOptions) =>
    toReference({ __typename: typename, id: String(args?.['id']) }),
});

// A type without an id of its own is stored inside its parent.
const embedded = { keyFields: false } as const;

// A list below an entity is the server's as a whole: a shorter one replaces a longer one.
const replaced = { merge: false } as const;

export const createStaffCache = () =>
  new InMemoryCache({
    typePolicies: {
      Query: {
        fields: {
          class: byId('Class'),
          textBook: byId('TextBook'),
          lesson: byId('Unit'),
          user: byId('User'),
          school: byId('School'),
          textBookPrinting: {
            read: (_: unknown, { args, toReference }: FieldFunctionOptions) =>
              toReference({ __typename: 'Printing', textBookId: String(args?.['textBookId']) }),
          },
          webhook: byId('Webhook'),
          // Screens ask for different settings.
          settings: { merge: true },
          textBookUnits: keptWhole('textBookId'),
          contents: keptWhole('lessonId'),
        },
      },
      AuditEntry: { fields: { changes: replaced, names: replaced } },
      Class: { fields: { qrCode: { merge: true }, secondaryTeachers: replaced } },
      ModeratedPost: { fields: { reports: replaced, replies: replaced } },
      PrivacyCard: { fields: { classes: replaced } },
      PrivacyProfile: { fields: { classes: replaced } },
      RosterImport: { fields: { courses: replaced, rows: replaced } },
      School: { fields: { owners: replaced } },
      SchoolYearTurn: { fields: { classes: replaced } },
      StudentAlbum: { fields: { classes: replaced } },
      ClassPage: embedded,
      // The same child has other dates and posts in another class.
      ClassProfile: embedded,
      ClassProfilePage: embedded,
      ModeratedPostPage: embedded,
      // Screens ask for different parts of one file.
      FileLink: { ...embedded, merge: true },
      TrashItem: embedded,
      TrashPage: embedded,
      TrashParent: embedded,
      ApiKeyPage: embedded,
      WebhookPage: embedded,
      WebhookDeliveryPage: embedded,
      WebhookWithSecret: embedded,
      ReplayedDeliveries: embedded,
      AuditEntryPage: embedded,
      CommunityWaiting: embedded,
      // A dry run has no id.
      UserImport: { ...embedded, fields: { errors: replaced } },
      PrivacyProfilePage: embedded,
      Printing: { keyFields: ['textBookId'] },
      QrCode: embedded,
      SchoolPage: embedded,
      // The same person can have another role in another school.
      SchoolMember: embedded,
      SchoolMemberPage: embedded,
      Retention: embedded,
      RetentionRule: embedded,
      RetentionRun: embedded,
    },
  });
