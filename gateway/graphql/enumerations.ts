import { roles } from '../../schema/access.ts';
import { classSortFields } from '../../schema/rest/classes.ts';
import { communityPostKinds, communityPostStates } from '../../schema/rest/community.ts';
import { ClassStatus, ContentType, PhoneType, UserStatus } from '../../schema/rest/enumerations.ts';
import { usageSortFields, visitorSortFields } from '../../schema/rest/reports.ts';
import { textBookSortFields } from '../../schema/rest/textbooks.ts';
import { userSortFields } from '../../schema/rest/users.ts';
import { animals } from '../../schema/rules/profile-name.ts';

/** `SchoolOwner` and `className` are `SCHOOL_OWNER` and `CLASS_NAME` in GraphQL. */
function graphqlName(word: string): string {
  return word.replace(/(?<=[a-z])(?=[A-Z])/g, '_').toUpperCase();
}

function named<Word extends string>(words: readonly Word[]): Record<string, Word> {
  return Object.fromEntries(words.map((word) => [graphqlName(word), word]));
}

/** GraphQL's enumerations with the values /api knows them by, which is what resolvers get and give. */
export const enumerations = {
  Animal: named(animals),
  ClassSortField: named(classSortFields),
  ClassStatus,
  CommunityPostKind: named(communityPostKinds),
  CommunityPostState: named(communityPostStates),
  ContentType,
  PhoneType,
  Role: named(roles),
  SortDirection: named(['asc', 'desc']),
  TextBookSortField: named(textBookSortFields),
  UsageSortField: named(usageSortFields),
  UserSortField: named(userSortFields),
  UserStatus,
  VisitorSortField: named(visitorSortFields),
};
