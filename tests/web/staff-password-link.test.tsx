import '#tests/support/dom.ts';
import { waitFor, within } from '@testing-library/react';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { sendInvitation, sendPasswordReset } from '#api/domains/auth/invitations.ts';
import { users } from '#api/ground/db/schema.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import { addStaff } from '#tests/api/school.ts';
import { keptWorld } from '#tests/support/kept-world.ts';
import { mailedLink } from '#tests/support/outbox.ts';
import { renderRoute } from '#tests/support/render-route.tsx';

const world = keptWorld();

const kinds = {
  'a reset': { send: sendPasswordReset, status: UserStatus.ACTIVED },
  'an invitation': { send: sendInvitation, status: UserStatus.INVITED },
} as const;

const words = {
  en: 'This account is no longer active. Ask your school’s administrator.',
  jp: 'このアカウントは現在使えません。学校の管理者にお問い合わせください。',
} as const;

test.each([
  ['a reset', 'en'],
  ['a reset', 'jp'],
  ['an invitation', 'en'],
  ['an invitation', 'jp'],
] as const)(
  'the link of %s says that the account is no longer active, and offers no new one, in %s',
  async (kind, language) => {
    const { services } = world;
    const { send, status } = kinds[kind];
    const user = await addStaff(world, { role: 'Teacher', status, language });
    const { id: requestedById } = await addStaff(world, { role: 'Administrator' });
    await services.db.transaction((tx) => send(services, tx, { user, requestedById }));
    const { pathname, hash } = new URL(await mailedLink(world, user.email));

    const live = await renderRoute({ world, path: `${pathname}${hash}`, language });
    await waitFor(() => expect(document.querySelector('input[name=password]')).not.toBeNull());
    expect(live.screen.queryByText(words[language])).toBeNull();

    await services.db.update(users).set({ status: UserStatus.DEACTIVATED }).where(eq(users.id, user.id));
    const { screen } = await renderRoute({ world, path: `${pathname}${hash}`, language });
    const ended = (await screen.findByText(words[language])).closest<HTMLElement>('[role=alert]');
    expect(within(ended ?? document.body).queryByRole('link')).toBeNull();
    expect(document.querySelector('input[name=password]')).toBeNull();
  },
);
