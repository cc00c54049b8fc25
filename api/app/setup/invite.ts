import { createLink, linkToken } from '#api/domains/auth/account-links.ts';
import { linkAddress } from '#api/domains/auth/link-letter.ts';
import { sendAccountLink } from '#api/domains/auth/mail-account-link.ts';
import { checkAtStart } from '#api/domains/media/store-check.ts';
import type { Services } from '#api/app/services.ts';
import type { SchoolValues } from '#schema/rules/setup.ts';
import { hasNobody, holdInstallation, setUp } from './set-up.ts';

/** Refuses to create a first administrator, with the way to add another administrator. */
export class SetUpAlready extends Error {
  override readonly name = 'SetUpAlready';

  constructor() {
    super(
      'This school is already set up. Nothing was changed. An administrator can invite others on the page "Users".',
    );
  }
}

/**
 * Invites the first SuperAdmin, by mail when a mail server is set. Without one, resolves with the invitation's link, to
 * be shown once.
 */
export async function inviteFirst(services: Services, values: SchoolValues): Promise<string | undefined> {
  const { db, secrets, settings } = services;
  const linkId = await db.transaction(async (tx) => {
    const installation = await holdInstallation(tx);
    if (installation.setUpAt !== null || !(await hasNobody(tx))) throw new SetUpAlready();
    const user = await setUp(tx, {
      installation,
      values,
      passwordHash: null,
      newStore: true,
      requestId: 'setup',
    });
    const hours = settings.invitationDays * 24;
    return createLink(tx, secrets, { userId: user.id, purpose: 'invitation', requestedById: null, hours });
  });
  await checkAtStart(services);
  if (settings.smtpUrl === undefined) {
    const token = linkToken(secrets, linkId);
    return linkAddress(settings.publicUrl, { token, purpose: 'invitation', language: values.language });
  }
  await sendAccountLink(services, { linkId });
  return undefined;
}
