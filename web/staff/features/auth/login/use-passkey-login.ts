import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { useBeginPasskeyLoginMutation, usePasskeyLoginMutation } from '#web/staff/operations.generated.ts';
import { loginInfoOf } from '#web/staff/platform/apollo/staff-session.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { passkeyFaultOf, signWithPasskey } from '#web/staff/platform/passkeys/passkeys.ts';
import { type LoginInfo, setLoginInfo } from '#web/staff/platform/session/login-info.ts';
import { problemText } from '#web/staff/platform/toasts/problem-toast.ts';
import { withProof } from './with-proof.ts';

interface PasskeyLogin {
  readonly busy: boolean;
  /** The reason for the last failure; stays until the next try. */
  readonly fault: string | undefined;
  /** Asks for a passkey: of the account that passed the password step (`challenge`), or of any account. */
  readonly signIn: (given: { readonly challenge?: string; readonly rememberMe?: boolean }) => Promise<void>;
}

/** A sign-in with a passkey, by itself or as the second step. */
export function usePasskeyLogin(onSignedIn: (info: LoginInfo) => void): PasskeyLogin {
  const { t } = useTranslation('auth');
  const [begin] = useBeginPasskeyLoginMutation({ client: tokenlessClient });
  const [login] = usePasskeyLoginMutation({ client: tokenlessClient });
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();

  async function signIn({ challenge, rememberMe = false }: Parameters<PasskeyLogin['signIn']>[0]): Promise<void> {
    if (busy) return;
    setBusy(true);
    setFault(undefined);
    try {
      const beginning = await withProof({ send: (proof) => begin({ variables: { challenge, proof } }) });
      if (beginning.data === undefined) throw new Error('The challenge came back empty');
      const answer = await signWithPasskey(beginning.data.beginPasskeyLogin);
      const { data } = await login({ variables: { input: { ...answer, challenge, rememberMe } } });
      if (data === undefined) throw new Error('The sign-in came back empty');
      const info = loginInfoOf(data.passkeyLogin);
      setLoginInfo(info);
      onSignedIn(info);
    } catch (error) {
      const own = passkeyFaultOf(error);
      setFault(own === undefined ? problemText(problemOf(error)) : t(own));
    } finally {
      setBusy(false);
    }
  }

  return { busy, fault, signIn };
}
