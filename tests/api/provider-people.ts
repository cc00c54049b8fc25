import { eq } from 'drizzle-orm';
import { newId } from '#api/ground/db/ids.ts';
import { memberships, schools, users } from '#api/ground/db/schema.ts';
import { authInfo } from '#schema/rest/auth-info.ts';
import { providerLogin } from '#schema/rest/sign-in-providers.ts';
import { cameBack, giveProvider } from '#tests/support/sign-in-provider.ts';
import type { World } from '#tests/support/world.ts';
import { addStaff, type Member, problemOf, send } from './school.ts';

/** Schools with providers, their people, and sign-ins. */
export function providerPeople(world: World) {
  const db = () => world.services.db;

  async function newSchool(): Promise<string> {
    const id = newId();
    await db()
      .insert(schools)
      .values({ id, name: `School ${id}` });
    return id;
  }

  async function memberOf(schoolId: string, email: string, over: Partial<Member> = {}): Promise<Member> {
    const member = await addStaff(world, { role: 'Teacher', ...over });
    await db().update(users).set({ email }).where(eq(users.id, member.id));
    const role = member.role === 'SchoolOwner' ? 'SchoolOwner' : 'Teacher';
    await db().insert(memberships).values({ schoolId, userId: member.id, role });
    return member;
  }

  /** A provider of a school with one domain, and an e-mail of that domain. */
  async function providerFor(schoolId: string, over: Partial<Parameters<typeof giveProvider>[1]> = {}) {
    const provider = await giveProvider(world.services, { schoolId, ...over });
    return { provider, email: `hana.${newId()}@${provider.domains[0] ?? ''}` };
  }

  const signIn = (body: object) => send(world, providerLogin, { body });
  const signedIn = async (email: string) =>
    authInfo.parse((await signIn(await cameBack(world.services, email)).expect(200)).body);
  const refused = async (email: string, status: 401 | 403) =>
    (await problemOf(signIn(await cameBack(world.services, email)), status)).messageKey;
  return { newSchool, memberOf, providerFor, signIn, signedIn, refused };
}
