import { roles, staffAreaNames } from '../../schema/access.ts';
import { apiKeyScopes } from '../../schema/api-key-scopes.ts';
import { apiKeySortFields, apiKeyStates } from '../../schema/rest/api-keys.ts';
import { auditSortFields } from '../../schema/rest/audit.ts';
import { linkPurposes, linkStates } from '../../schema/rest/auth.ts';
import { classProfileSortFields } from '../../schema/rest/class-profiles.ts';
import { classSortFields } from '../../schema/rest/classes.ts';
import { communityPostKinds, communityPostStates } from '../../schema/rest/community.ts';
import { contentSortFields } from '../../schema/rest/contents.ts';
import { ClassStatus, ContentType, PhoneType, ReactionType, UserStatus } from '../../schema/rest/enumerations.ts';
import { lessonSortFields } from '../../schema/rest/lessons.ts';
import { moderationStates, queueSortFields, queueStates } from '../../schema/rest/moderation.ts';
import { retentionKinds } from '../../schema/rest/privacy.ts';
import { exportStates, reportKinds } from '../../schema/rest/report-exports.ts';
import { usageSortFields, visitorSortFields } from '../../schema/rest/reports.ts';
import { systemStates } from '../../schema/rest/system.ts';
import { textBookSortFields } from '../../schema/rest/textbooks.ts';
import { importStates } from '../../schema/rest/user-files.ts';
import { trashKinds } from '../../schema/rest/trash.ts';
import { mediaStates } from '../../schema/rest/uploads.ts';
import { userSortFields } from '../../schema/rest/users.ts';
import { languages } from '../../schema/languages.ts';
import { animals } from '../../schema/rules/profile-name.ts';

/** `SchoolOwner`, `className` and `Class:read` are `SCHOOL_OWNER`, `CLASS_NAME` and `CLASS_READ` in GraphQL. */
function graphqlName(word: string): string {
  return word.replace(/(?<=[a-z])(?=[A-Z])|:/g, '_').toUpperCase();
}

function named<Word extends string>(words: readonly Word[]): Record<string, Word> {
  return Object.fromEntries(words.map((word) => [graphqlName(word), word]));
}

/** GraphQL's enumerations with the values /api knows them by, which is what resolvers get and give. */
export const enumerations = {
  Animal: named(animals),
  ApiKeyScope: named(apiKeyScopes),
  ApiKeySortField: named(apiKeySortFields),
  ApiKeyState: named(apiKeyStates),
  AuditSortField: named(auditSortFields),
  ClassProfileSortField: named(classProfileSortFields),
  ClassSortField: named(classSortFields),
  ClassStatus,
  CommunityPostKind: named(communityPostKinds),
  CommunityPostState: named(communityPostStates),
  ContentSortField: named(contentSortFields),
  ContentType,
  Language: named(languages),
  LinkPurpose: named(linkPurposes),
  LinkState: named(linkStates),
  MediaState: named(mediaStates),
  LessonSortField: named(lessonSortFields),
  ModerationState: named(moderationStates),
  PhoneType,
  QueueSortField: named(queueSortFields),
  QueueState: named(queueStates),
  ReactionType,
  ReportExportState: named(exportStates),
  ReportKind: named(reportKinds),
  RetentionKind: named(retentionKinds),
  Role: named(roles),
  SortDirection: named(['asc', 'desc']),
  StaffArea: named(staffAreaNames),
  SystemState: named(systemStates),
  TextBookSortField: named(textBookSortFields),
  TrashKind: named(trashKinds),
  UsageSortField: named(usageSortFields),
  UserImportState: named(importStates),
  UserSortField: named(userSortFields),
  UserStatus,
  VisitorSortField: named(visitorSortFields),
};
