import { eq } from 'drizzle-orm';
import { signInProviders } from '#api/ground/db/schema.ts';
import { notFound } from '#api/ground/http/problems.ts';
import { type Route, route } from '#api/ground/http/route.ts';
import type { Uses } from '#api/ground/services.ts';
import * as operations from '#schema/rest/sign-in-providers.ts';
import { providerDetailOf, providersOf } from './list.ts';
import { describedProvider, ProviderUnusable } from './relying-party.ts';
import { addProvider, removeProvider, updateProvider } from './write.ts';

/** The administration of a school's providers. The sign-in itself is in `auth`. */
export function signInProviderRoutes(services: Uses<'db' | 'secrets' | 'settings'>): Route[] {
  return [
    route(operations.signInProviders, async ({ params: { id } }) => providersOf(services, id)),

    route(operations.addSignInProvider, async ({ caller, requestId, params: { id: schoolId }, body: values }) =>
      providerDetailOf(services, await addProvider(services, { caller, requestId, schoolId, values })),
    ),

    route(operations.updateSignInProvider, async ({ caller, requestId, params: { id }, body: values }) => {
      await updateProvider(services, { caller, requestId, id, values });
      return providerDetailOf(services, id);
    }),

    route(operations.removeSignInProvider, async ({ caller, requestId, params: { id } }) =>
      removeProvider(services, { caller, requestId, id }),
    ),

    route(operations.checkSignInProvider, async ({ params: { id } }) => {
      const [provider] = await services.db.select().from(signInProviders).where(eq(signInProviders.id, id));
      if (!provider) throw notFound();
      try {
        await describedProvider(services, provider);
        return { problem: null };
      } catch (error) {
        if (error instanceof ProviderUnusable) return { problem: error.problem };
        throw error;
      }
    }),
  ];
}
