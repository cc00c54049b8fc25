import { describe, expect, it } from 'vitest';
import {
  accessInWords,
  anyone,
  anyStaff,
  hasPermission,
  mayCall,
  roleAllowed,
  rolePermissions,
  roles,
  staffAreas,
  staffToolNames,
  staffTools,
  staffWith,
  studentOnly,
  studentOrStaffWith,
} from '#schema/access.ts';
import { apiKeys } from '#schema/rest/api-keys.ts';
import { auditEntries } from '#schema/rest/audit.ts';
import { communityQueue } from '#schema/rest/moderation.ts';
import { privacyProfiles } from '#schema/rest/privacy.ts';
import { schools } from '#schema/rest/schools.ts';
import { mySessions } from '#schema/rest/auth.ts';
import { systemChecks } from '#schema/rest/system.ts';
import { trash } from '#schema/rest/trash.ts';
import { webhooks } from '#schema/rest/webhooks.ts';

describe('roles and permissions, as section 6 has them', () => {
  it('let SuperAdmin pass every role check, and everybody where no role is listed', () => {
    expect(roleAllowed('SuperAdmin', ['Teacher'])).toBe(true);
    expect(roleAllowed('Teacher', [])).toBe(true);
    expect(roleAllowed('SchoolOwner', ['Teacher'])).toBe(false);
  });

  it('give Administrator All:All, Teacher its class and community, and SchoolOwner nothing', () => {
    expect(rolePermissions.Administrator).toEqual(['All:All']);
    expect(rolePermissions.Teacher).toEqual(['Class:All', 'Community:All']);
    expect(rolePermissions.SchoolOwner).toEqual([]);
    expect(hasPermission(rolePermissions.Administrator, 'Reports:Edit')).toBe(true);
    expect(hasPermission(rolePermissions.Teacher, 'Community:Delete')).toBe(true);
    expect(hasPermission(rolePermissions.Teacher, 'Contents:Edit')).toBe(false);
    expect(hasPermission(rolePermissions.SchoolOwner, 'Class:Create')).toBe(false);
  });

  it('open the areas of section 2 to the roles listed there', () => {
    expect(staffAreas).toEqual({
      users: ['Administrator', 'SchoolOwner'],
      classes: ['Administrator', 'Teacher', 'SchoolOwner'],
      textbooks: ['Administrator'],
      reports: ['Administrator'],
    });
  });

  it('open each tool to the very roles that its operations let in', () => {
    const listed = {
      schools,
      communityQueue,
      trash,
      audit: auditEntries,
      privacy: privacyProfiles,
      apiKeys,
      webhooks,
      system: systemChecks,
      ownAccount: mySessions,
    };
    for (const tool of staffToolNames) {
      const entering = roles.filter((role) => roleAllowed(role, staffTools[tool]));
      expect([tool, roles.filter((role) => mayCall(role, listed[tool].access))]).toEqual([tool, entering]);
    }
  });

  it('keep staff out of what only a profile may do', () => {
    expect(mayCall('SuperAdmin', studentOnly)).toBe(false);
    expect(mayCall('Student', studentOnly)).toBe(true);
  });

  it.each([
    [anyone, 'anyone, without a token'],
    [studentOnly, "a student's profile token"],
    [anyStaff, 'SuperAdmin, Administrator, SchoolOwner, Teacher'],
    [staffWith('All:All'), 'SuperAdmin, Administrator'],
    [studentOrStaffWith('Class:Create'), "a student's profile token, or SuperAdmin, Administrator, Teacher"],
  ])('are said in the manuals: %j', (access, words) => {
    expect(accessInWords(access)).toBe(words);
  });
});
