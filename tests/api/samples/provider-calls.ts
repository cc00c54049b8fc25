import { newId } from '#api/ground/db/ids.ts';
import { cameBack, giveProvider } from '#tests/support/sign-in-provider.ts';
import type { Sample } from './sample.ts';
import type { Scene } from './scene.ts';

/** Calls that need a provider of OpenID Connect which answers. */
export const providerCalls: Readonly<Record<string, (scene: Scene) => Promise<Partial<Sample>>>> = {
  beginProviderLogin: async (scene) => {
    const { domains } = await scene.signInProvider();
    return { body: { email: `somebody@${domains[0] ?? ''}` } };
  },
  providerLogin: async (scene) => {
    const { place } = scene.setting;
    const { services } = place.world;
    const { id: schoolId } = await scene.school();
    const { domains } = await giveProvider(services, { schoolId, createsTeachers: true });
    return { body: await cameBack(services, `teacher.${newId()}@${domains[0] ?? ''}`) };
  },
};
