import type { ApolloCache } from '@apollo/client';
import { pick } from '#schema/rules/plain-fields.ts';
import { profileFields } from '#schema/rules/profiles.ts';
import type { ClassProfileRowFragment } from '#web/staff/operations.generated.ts';

interface Listed {
  readonly items: readonly ClassProfileRowFragment[];
  readonly totalCount: number;
}

/** Changes every page of profiles there is: in each, the rows as they are from now on. */
function onEveryPage(cache: ApolloCache, change: (page: Listed) => Listed): void {
  cache.modify<{ classProfiles: Listed }>({
    id: 'ROOT_QUERY',
    fields: { classProfiles: (page) => ('items' in page ? change(page) : page) },
  });
}

/** Puts an edited profile in the place of the old one; dates and counts of another class stay that class's. */
export function noteEdited(cache: ApolloCache, edited: ClassProfileRowFragment): void {
  const { id, reading, number, animal, pictures, cardQrCode, version } = edited;
  const changes = { ...pick(edited, profileFields), reading, number, animal, pictures, cardQrCode, version };
  onEveryPage(cache, (page) => ({
    ...page,
    items: page.items.map((row) => (row.id === id ? { ...row, ...changes } : row)),
  }));
}
