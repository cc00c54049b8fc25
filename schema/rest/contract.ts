import * as activity from './activity.ts';
import * as address from './address.ts';
import * as admission from './admission.ts';
import * as albums from './albums.ts';
import * as apiKeys from './api-keys.ts';
import * as audit from './audit.ts';
import * as auth from './auth.ts';
import * as classAdmission from './class-admission.ts';
import * as boardSessions from './board-sessions.ts';
import * as classCopies from './class-copies.ts';
import * as classProfiles from './class-profiles.ts';
import * as classes from './classes.ts';
import * as classesAtOnce from './classes-at-once.ts';
import * as community from './community.ts';
import * as contents from './contents.ts';
import * as editions from './editions.ts';
import * as lessons from './lessons.ts';
import * as linkHealth from './link-health.ts';
import * as moderation from './moderation.ts';
import * as media from './media.ts';
import type { Operation } from './operation.ts';
import * as printedCodes from './printed-codes.ts';
import * as passkeys from './passkeys.ts';
import * as ownAccount from './own-account.ts';
import * as privacy from './privacy.ts';
import * as progress from './progress.ts';
import * as pushAndListen from './push-and-listen.ts';
import * as qrCodes from './qr-codes.ts';
import * as reportExports from './report-exports.ts';
import * as reports from './reports.ts';
import * as replies from './replies.ts';
import * as roles from './roles.ts';
import * as rosterFiles from './roster-files.ts';
import * as rosters from './rosters.ts';
import * as schoolYearTurns from './school-year-turns.ts';
import * as schoolSettings from './school-settings.ts';
import * as schools from './schools.ts';
import * as secondFactor from './second-factor.ts';
import * as setup from './setup.ts';
import * as signInProviders from './sign-in-providers.ts';
import * as site from './site.ts';
import * as students from './students.ts';
import * as studentContents from './student-contents.ts';
import * as studentProfiles from './student-profiles.ts';
import * as system from './system.ts';
import * as textbooks from './textbooks.ts';
import * as trash from './trash.ts';
import * as upserts from './upserts.ts';
import * as usage from './usage.ts';
import * as userFiles from './user-files.ts';
import * as uploads from './uploads.ts';
import * as users from './users.ts';
import * as userAccounts from './user-accounts.ts';
import * as userPickers from './user-pickers.ts';
import * as usersAtOnce from './users-at-once.ts';
import * as viewer from './viewer.ts';
import * as webhooks from './webhooks.ts';

const domains = [
  audit,
  auth,
  admission,
  albums,
  apiKeys,
  boardSessions,
  classes,
  classesAtOnce,
  classCopies,
  classProfiles,
  classAdmission,
  community,
  contents,
  editions,
  lessons,
  linkHealth,
  replies,
  moderation,
  printedCodes,
  ownAccount,
  passkeys,
  privacy,
  progress,
  pushAndListen,
  media,
  qrCodes,
  reports,
  activity,
  reportExports,
  roles,
  rosters,
  schools,
  schoolSettings,
  schoolYearTurns,
  secondFactor,
  signInProviders,
  setup,
  studentContents,
  studentProfiles,
  students,
  system,
  textbooks,
  trash,
  usage,
  uploads,
  users,
  userAccounts,
  userPickers,
  usersAtOnce,
  upserts,
  userFiles,
  rosterFiles,
  viewer,
  webhooks,
  address,
  site,
] as const;

type Exports<Domain> = Domain extends unknown ? Domain[keyof Domain] : never;

/** The type of every operation, each with its own name, parameters and answer. */
export type ContractOperation = Extract<Exports<(typeof domains)[number]>, Operation>;

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every operation of /api, in the order of the files; a new file is one line above. */
export const contract: readonly Operation[] = domains
  .flatMap((domain) => Object.values<unknown>(domain))
  .filter(isOperation);
