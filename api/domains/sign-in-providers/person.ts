import { and, eq, isNull, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { editedBy, newRowTimes } from '#api/domains/audit/versions.ts';
import { voidLinks } from '#api/domains/auth/account-links.ts';
import { languageOfSchool } from '#api/domains/schools/language.ts';
import { auditedOf, columnsOf } from '#api/domains/users/write.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { memberships, providerIdentities, type signInProviders, users } from '#api/ground/db/schema.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { cutText } from '#schema/rules/cut-text.ts';
import { staffNameProblem } from '#schema/rules/names.ts';
import type { ProviderClaims } from './relying-party.ts';

type Provider = typeof signInProviders.$inferSelect;

interface Known {
  readonly provider: Provider;
  readonly claims: ProviderClaims;
  readonly requestId: string;
}

/**
 * The id of the account of a provider's person. The subject finds the account once it is stored, and before that the
 * e-mail; undefined for a person who may not sign in by this provider. Activates an invited account. Creates a teacher
 * for a new person where the provider's settings allow it.
 */
export async function accountOfPerson(tx: Queryable, { provider, claims, requestId }: Known) {
  const [known] = await tx
    .select({ userId: providerIdentities.userId })
    .from(providerIdentities)
    .innerJoin(users, eq(users.id, providerIdentities.userId))
    .where(
      and(
        eq(providerIdentities.providerId, provider.id),
        eq(providerIdentities.subject, claims.sub),
        isNull(users.deletedAt),
      ),
    );
  const email = vouchedEmail(provider, claims);
  const isPerson = known ? eq(users.id, known.userId) : sql`lower(${users.email}) = ${email ?? ''}`;
  const [user] = await tx
    .select()
    .from(users)
    .where(and(isPerson, isNull(users.deletedAt)))
    .for('update');
  const userId = user ? await admitted(tx, { provider, user, requestId }) : undefined;
  // The subject of a deleted account finds no account, so a person who returns gets a new one.
  const found = user || email === undefined ? userId : await newTeacher(tx, { provider, claims, requestId, email });
  if (found === undefined) return undefined;
  const identity = { subject: claims.sub, userId: found, lastUsedAt: new Date() };
  await tx
    .delete(providerIdentities)
    .where(
      and(
        eq(providerIdentities.providerId, provider.id),
        eq(providerIdentities.subject, claims.sub),
        sql`${providerIdentities.userId} <> ${found}`,
      ),
    );
  await tx
    .insert(providerIdentities)
    .values({ id: newId(), providerId: provider.id, ...identity })
    .onConflictDoUpdate({ target: [providerIdentities.providerId, providerIdentities.userId], set: identity });
  return found;
}

/** The e-mail in lower case, if its domain is one that the provider vouches for. */
function vouchedEmail({ domains }: Provider, claims: ProviderClaims): string | undefined {
  const email = claims.email?.toLowerCase();
  const domain = email?.split('@').at(-1);
  if (email === undefined || domain === undefined || email.length > 254 || !domains.includes(domain)) return undefined;
  // Microsoft does not send `email_verified`. For an organisation's own domain its absence is acceptable.
  if (claims.email_verified === false) return undefined;
  // Anybody can have a Google account with an e-mail of the school. `hd` shows that the school created the account.
  const isGoogle = claims.iss === 'https://accounts.google.com';
  if (isGoogle && !domains.includes(claims.hd?.toLowerCase() ?? '')) return undefined;
  return email;
}

type User = typeof users.$inferSelect;

/** The id of a member of the provider's school who may sign in by this provider. An administrator never may. */
async function admitted(
  tx: Queryable,
  { provider, user, requestId }: { readonly provider: Provider; readonly user: User; readonly requestId: string },
): Promise<string | undefined> {
  const [member] = await tx
    .select({ role: memberships.role })
    .from(memberships)
    .where(and(eq(memberships.schoolId, provider.schoolId), eq(memberships.userId, user.id)));
  // A member who became an administrator keeps the membership, so the account's own role counts too.
  const mayEnter = (role: User['role']) => provider.roles.some((one) => one === role);
  if (!member || !mayEnter(member.role) || !mayEnter(user.role)) return undefined;
  if (user.status === UserStatus.INVITED) await activate(tx, user, requestId);
  return user.id;
}

// The school's own provider proves who owns the e-mail, as the mailed invitation would.
async function activate(tx: Queryable, user: User, requestId: string): Promise<void> {
  const status = UserStatus.ACTIVED;
  await tx
    .update(users)
    .set({ status, ...editedBy(user, { userId: user.id }) })
    .where(eq(users.id, user.id));
  await voidLinks(tx, [user.id]);
  const change = { entity: 'users', entityId: user.id, before: { status: user.status }, after: { status } };
  await recordChange(tx, { userId: user.id, requestId }, { action: 'accept-invitation', ...change });
}

async function newTeacher(
  tx: Queryable,
  { provider, claims, requestId, email }: Known & { readonly email: string },
): Promise<string | undefined> {
  const role = 'Teacher';
  if (!provider.createsTeachers || !provider.roles.includes(role)) return undefined;
  const language = await languageOfSchool(tx, provider.schoolId);
  const plain = {
    email,
    role,
    phoneNumber: null,
    externalId: null,
    username: null,
    language,
    ...namesOf(claims, email),
  } as const;
  const [user] = await tx
    .insert(users)
    .values({ id: newId(), ...columnsOf(plain, language), status: UserStatus.ACTIVED, ...newRowTimes })
    .onConflictDoNothing()
    .returning();
  // Somebody invited them in this very moment; the next try finds that account.
  if (!user) return undefined;
  await tx.insert(memberships).values({ schoolId: provider.schoolId, userId: user.id, role }).onConflictDoNothing();
  const change = { action: 'create', entity: 'users', entityId: user.id, after: auditedOf(user) };
  await recordChange(tx, { userId: user.id, requestId }, change);
  return user.id;
}

/** A first and a last name that follow the rules of staff names, whatever the provider sends. */
function namesOf({ given_name: given, family_name: family, name = '' }: ProviderClaims, email: string) {
  const usable = (text = ''): string | undefined => {
    const trimmed = cutText(text.trim(), 200);
    return trimmed && staffNameProblem(trimmed) === null ? trimmed : undefined;
  };
  const [first, ...rest] = name.split(/\s+/);
  const mailbox = email.split('@')[0] ?? email;
  const firstName = usable(given) ?? usable(first) ?? mailbox;
  return { firstName, lastName: usable(family) ?? usable(rest.join(' ')) ?? firstName };
}
