import { randomBytes } from 'node:crypto';
import { newId } from '#api/ground/db/ids.ts';
import { accountLinks, users } from '#api/ground/db/schema.ts';
import { addDays } from '#api/ground/school-day.ts';
import { userSearchText } from '#api/domains/users/account.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { demoDomain } from '#api/domains/auth/demo-accounts.ts';
import { people, type Person } from './people.ts';
import { type Making, named, type Staff } from './school.ts';

const invitationDays = 30;

/** Creates everybody of `people`. Active people sign in with the demo password. */
export async function makeStaff({ db, clock, dice }: Making, passwordHash: string): Promise<Staff> {
  const staff = new Map(people.map(({ key }) => [key, newId()]));
  const rows = people.map((person) => {
    const { key, firstName, lastName, role, status, language, phone, daysAgo } = person;
    const email = `${key}@${demoDomain}`;
    const createdAt = clock.at(clock.day(-daysAgo), 600 + dice.below(300));
    const hasSignedIn = status === UserStatus.ACTIVED;
    return {
      id: named(staff, key),
      firstName,
      lastName,
      email,
      username: key,
      role,
      status,
      language,
      phoneNumber: phone?.number,
      phoneType: phone?.type,
      passwordHash: status === UserStatus.INVITED ? null : passwordHash,
      lastSignInAt: hasSignedIn ? clock.at(clock.day(-dice.below(20)), 480 + dice.below(540)) : null,
      invitedById: person.invitedBy === undefined ? null : named(staff, person.invitedBy),
      invitedAt: person.invitedBy === undefined ? null : createdAt,
      searchText: userSearchText({ firstName, lastName, email, username: key }),
      createdAt,
      updatedAt: createdAt,
    };
  });
  await db.insert(users).values(rows);
  await db.insert(accountLinks).values(people.filter(isInvited).map((person) => invitation(person, { clock, staff })));
  return staff;
}

const isInvited = ({ status }: Person): boolean => status === UserStatus.INVITED;

// No mail contains this token. The invitation exists to be shown, voided and sent again.
function invitation({ key, invitedBy, daysAgo }: Person, { clock, staff }: Pick<Making, 'clock'> & { staff: Staff }) {
  const sent = clock.day(-daysAgo);
  return {
    id: newId(),
    userId: named(staff, key),
    purpose: 'invitation' as const,
    tokenHash: randomBytes(32).toString('hex'),
    requestedById: invitedBy === undefined ? null : named(staff, invitedBy),
    createdAt: clock.at(sent, 600),
    expiresAt: new Date(Date.parse(addDays(sent, invitationDays)) + 86_400_000),
  };
}
