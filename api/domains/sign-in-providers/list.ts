import { asc, eq, type SQL, sql } from 'drizzle-orm';
import { editorColumns, editors } from '#api/domains/audit/versions.ts';
import type { Queryable } from '#api/ground/db/client.ts';
import { schools, signInProviders } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import type { Uses } from '#api/ground/services.ts';
import type { SignInProvider } from '#schema/rest/sign-in-providers.ts';
import { redirectUriOf } from './relying-party.ts';

type Services = Uses<'db' | 'settings'>;

/** The providers of a school, by name; 404 without that school. */
export async function providersOf({ db, settings }: Services, schoolId: string): Promise<SignInProvider[]> {
  const [school] = await db.select({ id: schools.id }).from(schools).where(eq(schools.id, schoolId));
  if (!school) throw notFound();
  const rows = await selectProviders(db, eq(signInProviders.schoolId, schoolId)).orderBy(
    asc(sql`lower(${signInProviders.name})`),
    asc(signInProviders.id),
  );
  return rows.map((row) => detailOf(settings, row));
}

/** One provider as administrators see it. */
export async function providerDetailOf({ db, settings }: Services, id: string): Promise<SignInProvider> {
  const [row] = await selectProviders(db, eq(signInProviders.id, id));
  if (!row) throw notFound();
  return detailOf(settings, row);
}

const selectProviders = (db: Queryable, condition: SQL) =>
  db
    .select({ provider: signInProviders, updatedBy: editorColumns })
    .from(signInProviders)
    .leftJoin(editors, eq(editors.id, signInProviders.updatedById))
    .where(condition)
    .$dynamic();

type Row = Awaited<ReturnType<typeof selectProviders>>[number];

function detailOf(settings: Services['settings'], { provider, updatedBy }: Row): SignInProvider {
  const { id, name, issuer, clientId, domains, roles, createsTeachers, version, createdAt, updatedAt } = provider;
  return {
    ...{ id, name, issuer, clientId, domains, roles, createsTeachers, version, updatedBy },
    redirectUri: redirectUriOf(settings),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
