import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { enumerations } from '#gateway/graphql/enumerations.ts';
import { scalars } from '#gateway/graphql/scalars.ts';
import { activityResolvers } from './activity.ts';
import { addressResolvers } from './address.ts';
import { apiKeyResolvers } from './api-keys.ts';
import { auditResolvers } from './audit.ts';
import { authResolvers } from './auth.ts';
import { classProfileResolvers } from './class-profiles.ts';
import { classResolvers } from './classes.ts';
import { communityResolvers } from './community.ts';
import { contentResolvers } from './contents.ts';
import { moderationResolvers } from './moderation.ts';
import { privacyResolvers } from './privacy.ts';
import { pushAndListenResolvers } from './push-and-listen.ts';
import { qrCodeResolvers } from './qr-codes.ts';
import { reportResolvers } from './reports.ts';
import { setupResolvers } from './setup.ts';
import { siteResolvers } from './site.ts';
import { systemResolvers } from './system.ts';
import { studentResolvers } from './students.ts';
import { lessonResolvers } from './lessons.ts';
import { textBookResolvers } from './textbooks.ts';
import { trashResolvers } from './trash.ts';
import { uploadResolvers } from './uploads.ts';
import { usageResolvers } from './usage.ts';
import { userResolvers } from './users.ts';

const domains: readonly Resolvers[] = [
  activityResolvers,
  addressResolvers,
  apiKeyResolvers,
  auditResolvers,
  authResolvers,
  classProfileResolvers,
  classResolvers,
  communityResolvers,
  contentResolvers,
  moderationResolvers,
  privacyResolvers,
  pushAndListenResolvers,
  qrCodeResolvers,
  reportResolvers,
  setupResolvers,
  siteResolvers,
  systemResolvers,
  studentResolvers,
  lessonResolvers,
  textBookResolvers,
  trashResolvers,
  uploadResolvers,
  usageResolvers,
  userResolvers,
];

/** Every resolver; a new domain is one line here. */
export const resolvers = [...domains, enumerations, scalars];
