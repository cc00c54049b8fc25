import * as address from './address.ts';
import * as auth from './auth.ts';
import * as classes from './classes.ts';
import * as community from './community.ts';
import * as lessons from './lessons.ts';
import type { Operation } from './operation.ts';
import * as reports from './reports.ts';
import * as site from './site.ts';
import * as students from './students.ts';
import * as textbooks from './textbooks.ts';
import * as users from './users.ts';

const isOperation = (value: unknown): value is Operation =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every operation of /api, in the order of the files; a new file is one line here. */
export const contract: readonly Operation[] = [
  auth,
  classes,
  community,
  lessons,
  reports,
  students,
  textbooks,
  users,
  address,
  site,
]
  .flatMap((domain) => Object.values<unknown>(domain))
  .filter(isOperation);
