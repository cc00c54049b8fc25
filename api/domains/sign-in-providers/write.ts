import { and, arrayOverlaps, count, eq, ne, sql } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { assertVersion, editedBy } from '#api/domains/audit/versions.ts';
import { lockUser } from '#api/domains/users/scope.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { newId } from '#api/ground/db/ids.ts';
import { providerIdentities, schools, signInProviders } from '#api/ground/db/schema.ts';
import type { StaffCaller } from '#api/ground/http/caller.ts';
import { ApiProblem, conflict, invalid, notFound } from '#api/ground/http/problems.ts';
import { namesLocalHost } from '#api/ground/http/public-address.ts';
import type { Uses } from '#api/ground/services.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import { mostProviders, type updateSignInProvider } from '#schema/rest/sign-in-providers.ts';
import type { NewSignInProviderValues, SignInProviderValues } from '#schema/rules/sign-in-providers.ts';
import { sealedSecret } from './secret.ts';

type Services = Uses<'db' | 'secrets' | 'settings'>;

interface Call {
  readonly caller: StaffCaller;
  readonly requestId: string;
}

const shownOf = ({ name, issuer, clientId, domains, roles, createsTeachers }: SignInProviderValues) => ({
  ...{ name, issuer, clientId, domains, roles, createsTeachers },
});

/** Adds a provider to a school; resolves to its id. */
export async function addProvider(
  { db, secrets, settings }: Services,
  {
    caller,
    requestId,
    schoolId,
    values,
  }: Call & { readonly schoolId: string; readonly values: NewSignInProviderValues },
): Promise<string> {
  assertMayStand(settings, values.issuer);
  const id = newId();
  await db.transaction(async (tx) => {
    await lockUser(tx, caller, caller.userId);
    const [school] = await tx.select().from(schools).where(eq(schools.id, schoolId)).for('no key update');
    if (!school) throw notFound();
    await assertDomainsFree(tx, values.domains);
    const [total] = await tx
      .select({ count: count() })
      .from(signInProviders)
      .where(eq(signInProviders.schoolId, schoolId));
    if ((total?.count ?? 0) >= mostProviders)
      throw conflict('messages.tooManyProviders', `A school has ${mostProviders} providers at most.`);
    const after = shownOf(values);
    const sealed = sealedSecret(secrets, id, values.clientSecret);
    await tx
      .insert(signInProviders)
      .values({ id, schoolId, ...after, sealedSecret: sealed, updatedById: caller.userId });
    const change = { action: 'add-provider', entity: 'schools', entityId: schoolId, after };
    await recordChange(tx, { ...caller, requestId }, change);
  });
  return id;
}

function assertMayStand({ localSignInProviders }: Services['settings'], issuer: string): void {
  if (localSignInProviders) return;
  if (new URL(issuer).protocol !== 'https:') throw invalid({ issuer: ['messages.issuerInvalid'] });
  if (namesLocalHost(issuer)) throw invalid({ issuer: ['messages.issuerLocal'] });
}

/** Answers 409 when another provider has one of the domains: an e-mail would mean two providers. */
async function assertDomainsFree(tx: Queryable, domains: readonly string[], ownId?: string): Promise<void> {
  // One writer at a time, since no index keeps two arrays apart.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('sign-in provider domains', 0))`);
  const [other] = await tx
    .select({ domains: signInProviders.domains })
    .from(signInProviders)
    .where(
      and(
        arrayOverlaps(signInProviders.domains, [...domains]),
        ownId === undefined ? undefined : ne(signInProviders.id, ownId),
      ),
    )
    .limit(1);
  const domain = domains.find((wanted) => other?.domains.includes(wanted));
  if (domain === undefined) return;
  const messageKey = 'messages.domainTaken';
  throw new ApiProblem({ status: 409, messageKey, messageValues: { domain }, errors: { domains: [messageKey] } });
}

type Named = Call & { readonly id: string };

/** Replaces a stored provider. A new issuer has other subjects, so the identities of the previous one are removed. */
export async function updateProvider(
  { db, secrets, settings }: Services,
  { caller, requestId, id, values }: Named & { readonly values: BodyOf<typeof updateSignInProvider> },
): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockProvider(tx, id);
    await assertVersion(tx, row, values.version);
    const moved = values.issuer !== row.issuer;
    if (moved) assertMayStand(settings, values.issuer);
    if (moved && values.clientSecret === null) throw invalid({ clientSecret: ['messages.clientSecretRequire'] });
    await assertDomainsFree(tx, values.domains, id);
    const [before, after] = [shownOf({ ...row, clientSecret: null }), shownOf(values)];
    const secret = values.clientSecret;
    await tx
      .update(signInProviders)
      .set({
        ...after,
        ...(secret !== null && { sealedSecret: sealedSecret(secrets, id, secret) }),
        ...editedBy(row, caller),
      })
      .where(eq(signInProviders.id, id));
    if (moved) await tx.delete(providerIdentities).where(eq(providerIdentities.providerId, id));
    const change = { action: 'update-provider', entity: 'schools', entityId: row.schoolId, before, after };
    await recordChange(tx, { ...caller, requestId }, change);
  });
}

async function lockProvider(tx: Queryable, id: string) {
  const [row] = await tx.select().from(signInProviders).where(eq(signInProviders.id, id)).for('no key update');
  if (!row) throw notFound();
  return row;
}

/** Removes a provider; accounts and sessions stay. */
export async function removeProvider({ db }: Uses<'db'>, { caller, requestId, id }: Named): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await lockProvider(tx, id);
    await tx.delete(signInProviders).where(eq(signInProviders.id, id));
    const before = shownOf({ ...row, clientSecret: null });
    const change = { action: 'remove-provider', entity: 'schools', entityId: row.schoolId, before };
    await recordChange(tx, { ...caller, requestId }, change);
  });
}
