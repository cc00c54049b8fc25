import type { Resolvers } from '#gateway/resolvers.generated.ts';
import { enumerations } from '#gateway/graphql/enumerations.ts';
import { scalars } from '#gateway/graphql/scalars.ts';
import { addressResolvers } from './address.ts';
import { authResolvers } from './auth.ts';
import { classResolvers } from './classes.ts';
import { communityResolvers } from './community.ts';
import { reportResolvers } from './reports.ts';
import { siteResolvers } from './site.ts';
import { studentResolvers } from './students.ts';
import { lessonResolvers } from './lessons.ts';
import { textBookResolvers } from './textbooks.ts';
import { userResolvers } from './users.ts';

const domains: readonly Resolvers[] = [
  addressResolvers,
  authResolvers,
  classResolvers,
  communityResolvers,
  reportResolvers,
  siteResolvers,
  studentResolvers,
  lessonResolvers,
  textBookResolvers,
  userResolvers,
];

/** Every resolver; a new domain is one line here. */
export const resolvers = [...domains, enumerations, scalars];
