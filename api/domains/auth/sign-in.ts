import { and, eq, isNull } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { relyingParty } from '#api/domains/passkeys/ceremony.ts';
import { newPasskeyChallenge } from '#api/domains/passkeys/challenges.ts';
import { credentialsOf, hasPasskey } from '#api/domains/passkeys/list.ts';
import { usePasskey } from '#api/domains/passkeys/use.ts';
import { passwordMark, readChallenge, signChallenge } from '#api/domains/second-factor/challenge.ts';
import { consumeCode } from '#api/domains/second-factor/codes.ts';
import { demandOf } from '#api/domains/second-factor/demand.ts';
import { factorOf } from '#api/domains/second-factor/detail.ts';
import { reportRecovery, wrongCode } from '#api/domains/second-factor/write.ts';
import { createWrongCodes } from '#api/domains/second-factor/wrong-codes.ts';
import { accountOfAnswer } from '#api/domains/sign-in-providers/login.ts';
import { users } from '#api/ground/db/schema.ts';
import type { Origin } from '#api/ground/http/origin.ts';
import { ApiProblem, forbidden, unauthorized } from '#api/ground/http/problems.ts';
import { shortened } from '#api/ground/http/shortened-address.ts';
import type { Uses } from '#api/ground/services.ts';
import type { AuthInfo } from '#schema/rest/auth-info.ts';
import type { login } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { BodyOf, ResponseOf } from '#schema/rest/operation.ts';
import type { beginPasskeyLogin, passkeyLogin } from '#schema/rest/passkeys.ts';
import type { providerLogin } from '#schema/rest/sign-in-providers.ts';
import type { completeLogin } from '#schema/rest/second-factor.ts';
import { authInfoOf } from './auth-info.ts';
import { isDemoAccount, isDemoSignIn } from './demo-access.ts';
import { demoPassword } from './demo-accounts.ts';
import type { LoginLimits } from './login-limits.ts';
import { createNewDeviceNotice } from './new-device.ts';
import { verifyPassword, withHashingSlot } from './passwords.ts';
import { type Place, placeOf, rememberPlace } from './places.ts';
import { type Account, findAccount, openSession } from './sessions.ts';
import { hashOf } from './tokens.ts';

type Services = Uses<'db' | 'pool' | 'settings' | 'secrets' | 'jobs'>;

/** The request that signs in. */
interface Request extends Origin {
  readonly device: string | undefined;
  readonly requestId: string;
}

/** A sign-in that has passed every step. */
interface Passed {
  readonly account: Account;
  readonly place: Place;
  readonly remembered: boolean;
  readonly request: Request;
}

/**
 * The two steps of a sign-in: the password or the school's provider, and a code or a passkey where the account asks for
 * one. A passkey by itself is both.
 */
export function createSignIn(services: Services, limits: LoginLimits) {
  const { db, secrets, settings } = services;
  const noticeNewDevice = createNewDeviceNotice(services);
  const wrongCodes = createWrongCodes(services);

  async function finish({ account, place, remembered, request }: Passed): Promise<AuthInfo> {
    // Checked for every way to sign in: a passkey or a provider needs no password.
    if (!settings.demoSignIn && isDemoAccount(account)) throw demoSignInOff();
    const { device, address } = request;
    const info = await openSession(services, account, { remembered, request });
    await noticeNewDevice({ ...request, userId: account.id, email: account.email, place });
    await rememberPlace(db, account.id, { address, device });
    return authInfoOf(services, info);
  }

  const recordRefusal = (action: string, entityId: string, { address, requestId }: Request): Promise<void> => {
    const change = { action, entity: 'users', entityId, after: { network: shortened(address) } };
    return recordChange(db, { userId: null, requestId }, change);
  };

  return {
    async withPassword(
      { email, password, rememberMe, proof }: BodyOf<typeof login>,
      request: Request,
    ): Promise<AuthInfo> {
      const { address, device } = request;
      const account = await findAccount(db, email);
      const place = await placeOf(db, account?.id, { address, device });
      const attempt = { account: account?.id ?? unknownAccount(email), address, place, proof };
      const admission = await limits.admit(attempt);
      const right = await withHashingSlot(async () => {
        await limits.take(attempt, admission);
        return verifyPassword(password, account?.passwordHash);
      });
      if (!right) await limits.failed(attempt);
      if (account && !right) await recordRefusal('refuse-sign-in', account.id, request);
      if (!account || !right) throw unauthorized('messages.checkEmailAndPassword', 'Please check Email and Password');
      const needed = await secondStepOf(account);
      // Wrong codes still count, or the password would buy new tries.
      await (needed ? limits.passwordAccepted(attempt) : limits.signedIn(attempt));
      assertActive(account);
      if (!settings.demoSignIn && isDemoSignIn(account, password)) throw demoSignInOff();
      if (settings.demoPasswordDrawn && password === demoPassword) throw demoSignInOff();
      if (needed) throw secondStepNeeded(needed, await challengeFor(account, rememberMe));
      return finish({ account, place, remembered: rememberMe, request });
    },

    async withCode({ challenge, code, proof }: BodyOf<typeof completeLogin>, request: Request): Promise<AuthInfo> {
      const { address, device } = request;
      const { asked, account } = await firstStepOf(challenge);
      const factor = await factorOf(db, account.id);
      if (!factor) throw tookTooLong();
      const place = await placeOf(db, account.id, { address, device });
      const attempt = { account: account.id, address, place, step: 'code' as const, proof };
      await limits.take(attempt, await limits.admit(attempt));
      const used = await consumeCode(services, factor, code);
      if (!used) {
        await limits.failed(attempt);
        await recordRefusal('refuse-code', account.id, request);
        await wrongCodes.count(account.id);
        throw wrongCode();
      }
      await limits.signedIn(attempt);
      await wrongCodes.forget(account.id);
      assertActive(account);
      if (used === 'recovery') await reportRecovery(services, account.id, request.requestId);
      return finish({ account, place, remembered: asked.remembered, request });
    },

    async beginPasskey({ challenge }: BodyOf<typeof beginPasskeyLogin>): Promise<ResponseOf<typeof beginPasskeyLogin>> {
      const userId = challenge === null ? null : (await firstStepOf(challenge)).account.id;
      return {
        challenge: await newPasskeyChallenge(db, { purpose: 'sign-in', userId }),
        rpId: relyingParty(settings).id,
        allowed: userId === null ? [] : await credentialsOf(db, userId),
      };
    },

    async withPasskey(body: BodyOf<typeof passkeyLogin>, request: Request): Promise<AuthInfo> {
      const { address, device } = request;
      const first = body.challenge === null ? null : await firstStepOf(body.challenge);
      const used = await usePasskey(services, body, first?.account.id ?? null);
      if ('refused' in used && used.refused !== null) await recordRefusal('refuse-passkey', used.refused, request);
      const account = 'userId' in used ? (first?.account ?? (await accountById(used.userId))) : undefined;
      if (!account) throw unauthorized('messages.passkeyWrong', 'This passkey does not sign in.');
      assertActive(account);
      const place = await placeOf(db, account.id, { address, device });
      return finish({ account, place, remembered: first?.asked.remembered ?? body.rememberMe, request });
    },

    async withProvider(body: BodyOf<typeof providerLogin>, request: Request): Promise<AuthInfo> {
      const { address, device, requestId } = request;
      const account = await accountById(await accountOfAnswer(services, body, requestId));
      if (!account) throw unauthorized('messages.providerLoginFailed', 'The sign-in did not work. Begin again.');
      assertActive(account);
      const needed = await secondStepOf(account);
      if (needed) throw secondStepNeeded(needed, await challengeFor(account, body.rememberMe));
      const place = await placeOf(db, account.id, { address, device });
      return finish({ account, place, remembered: body.rememberMe, request });
    },
  };

  // A passkey alone does not make a second step necessary. The authenticator app does, or the demand on the role.
  async function secondStepOf({ id, role }: Account): Promise<SecondStep | undefined> {
    const code = (await factorOf(db, id)) !== undefined;
    if (!code && demandOf(settings, role) === null) return undefined;
    const passkey = await hasPasskey(db, id);
    return code ? (passkey ? 'either' : 'code') : passkey ? 'passkey' : undefined;
  }

  async function firstStepOf(challenge: string) {
    const challengeClaims = await readChallenge(secrets, challenge);
    const account = challengeClaims && (await accountById(challengeClaims.userId));
    if (!challengeClaims || !account || passwordMark(account.passwordHash) !== challengeClaims.passwordMark)
      throw tookTooLong();
    return { asked: challengeClaims, account };
  }

  function challengeFor({ id: userId, passwordHash }: Account, remembered: boolean): Promise<string> {
    return signChallenge(secrets, { userId, remembered, passwordMark: passwordMark(passwordHash) });
  }

  async function accountById(id: string): Promise<Account | undefined> {
    const [account] = await db
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)));
    return account;
  }
}

// Unknown accounts are locked out like known ones, so that a lockout does not reveal whether an account exists.
const unknownAccount = (emailOrUsername: string): string =>
  `unknown ${hashOf(emailOrUsername.normalize('NFKC').toLowerCase())}`;

type SecondStep = 'code' | 'passkey' | 'either';

const secondSteps = {
  code: { messageKey: 'messages.secondFactorNeeded', detail: 'Enter the code of your authenticator app.' },
  passkey: { messageKey: 'messages.passkeyNeeded', detail: 'Use your passkey.' },
  either: {
    messageKey: 'messages.codeOrPasskeyNeeded',
    detail: 'Enter the code of your authenticator app, or use your passkey.',
  },
} as const;

// A refusal instead of a success: an old client without the second step stores no session and shows the message.
const secondStepNeeded = (step: SecondStep, challenge: string) =>
  new ApiProblem({ status: 403, ...secondSteps[step], challenge });

const tookTooLong = () => unauthorized('messages.signInAgain', 'The sign-in took too long. Sign in again.');

// The message is explicit: the demo password is public, and the person who set this up needs the reason.
const demoSignInOff = () =>
  forbidden('messages.demoSignInOff', 'Demo accounts can’t sign in here: their password is public.');

function assertActive({ status }: Account): void {
  if (status === UserStatus.DEACTIVATED)
    throw forbidden('messages.accountDeactivated', 'Your account has been deactivated.');
  if (status !== UserStatus.ACTIVED)
    throw forbidden('messages.accountNotActivated', 'Your account has not been activated.');
}
