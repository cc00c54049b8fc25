import { and, eq, isNull } from 'drizzle-orm';
import { recordChange } from '#api/domains/audit/record.ts';
import { passwordMark, readChallenge, signChallenge } from '#api/domains/second-factor/challenge.ts';
import { useCode } from '#api/domains/second-factor/codes.ts';
import { withDemand } from '#api/domains/second-factor/demand.ts';
import { factorOf } from '#api/domains/second-factor/detail.ts';
import { reportRecovery, wrongCode } from '#api/domains/second-factor/write.ts';
import { createWrongCodes } from '#api/domains/second-factor/wrong-codes.ts';
import { users } from '#api/ground/db/schema.ts';
import type { Origin } from '#api/ground/http/origin.ts';
import { ApiProblem, forbidden, unauthorized } from '#api/ground/http/problems.ts';
import { shortened } from '#api/ground/http/shortened-address.ts';
import type { Uses } from '#api/ground/services.ts';
import type { AuthInfo, login } from '#schema/rest/auth.ts';
import { UserStatus } from '#schema/rest/enumerations.ts';
import type { BodyOf } from '#schema/rest/operation.ts';
import type { completeLogin } from '#schema/rest/second-factor.ts';
import { isDemoSignIn } from './demo-access.ts';
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

/** The two steps of a sign-in: the password, and a code where the account asks for one. */
export function createSignIn(services: Services, limits: LoginLimits) {
  const { db, secrets, settings } = services;
  const noticeNewDevice = createNewDeviceNotice(services);
  const wrongCodes = createWrongCodes(services);

  async function finish({ account, place, remembered, request }: Passed): Promise<AuthInfo> {
    const { device, address } = request;
    const info = await openSession(services, account, { remembered, request });
    await noticeNewDevice({ ...request, userId: account.id, place });
    await rememberPlace(db, account.id, { address, device });
    return withDemand(services, info);
  }

  const recordRefusal = (action: string, entityId: string, { address, requestId }: Request): Promise<void> => {
    const change = { action, entity: 'users', entityId, after: { network: shortened(address) } };
    return recordChange(db, { userId: null, requestId }, change);
  };

  return {
    async withPassword({ email, password, rememberMe }: BodyOf<typeof login>, request: Request): Promise<AuthInfo> {
      const { address, device } = request;
      const account = await findAccount(db, email);
      const place = await placeOf(db, account?.id, { address, device });
      const attempt = { account: account?.id ?? unknownAccount(email), address, place };
      await limits.assertOpen(attempt);
      const right = await withHashingSlot(async () => {
        await limits.take(attempt);
        return verifyPassword(password, account?.passwordHash);
      });
      if (account && !right) await recordRefusal('refuse-sign-in', account.id, request);
      if (!account || !right) throw unauthorized('messages.checkEmailAndPassword', 'Please check Email and Password');
      const needsCode = (await factorOf(db, account.id)) !== undefined;
      // Wrong codes still count, or the password would buy new tries.
      await (needsCode ? limits.refund(attempt) : limits.giveBack(attempt));
      assertActive(account);
      if (!settings.demoSignIn && isDemoSignIn(account, password)) throw demoSignInOff();
      if (needsCode) throw codeNeeded(await challengeFor(account, rememberMe));
      return finish({ account, place, remembered: rememberMe, request });
    },

    async withCode({ challenge, code }: BodyOf<typeof completeLogin>, request: Request): Promise<AuthInfo> {
      const { address, device } = request;
      const asked = await readChallenge(secrets, challenge);
      const account = asked && (await accountById(asked.userId));
      const factor = account && (await factorOf(db, account.id));
      if (!asked || !account || !factor || passwordMark(account.passwordHash) !== asked.passwordMark)
        throw unauthorized('messages.signInAgain', 'The sign-in took too long. Sign in again.');
      const place = await placeOf(db, account.id, { address, device });
      const attempt = { account: account.id, address, place, step: 'code' as const };
      await limits.assertOpen(attempt);
      await limits.take(attempt);
      const used = await useCode(services, factor, code);
      if (!used) {
        await recordRefusal('refuse-code', account.id, request);
        await wrongCodes.count(account.id);
        throw wrongCode();
      }
      await limits.giveBack(attempt);
      await wrongCodes.forget(account.id);
      assertActive(account);
      if (used === 'recovery') await reportRecovery(services, account.id, request.requestId);
      return finish({ account, place, remembered: asked.remembered, request });
    },
  };

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

// Unknown accounts are locked out like known ones, so that a lockout does not tell whether an account exists.
const unknownAccount = (emailOrUsername: string): string =>
  `unknown ${hashOf(emailOrUsername.normalize('NFKC').toLowerCase())}`;

// A refusal and no answer, so that a client that knows no second step stores no session and shows the message.
const codeNeeded = (challenge: string) =>
  new ApiProblem({
    status: 403,
    messageKey: 'messages.secondFactorNeeded',
    detail: 'Enter the code of your authenticator app.',
    challenge,
  });

// A clear message, since the demo password is public and the person who set this up needs the reason.
const demoSignInOff = () =>
  forbidden('messages.demoSignInOff', 'Demo accounts can’t sign in here: their password is public.');

function assertActive({ status }: Account): void {
  if (status === UserStatus.DEACTIVATED)
    throw forbidden('messages.accountDeactivated', 'Your account has been deactivated.');
  if (status !== UserStatus.ACTIVED)
    throw forbidden('messages.accountNotActivated', 'Your account has not been activated.');
}
