import { Button } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { type OwnPasskeyFragment, useMyPasskeysQuery } from '#web/staff/operations.generated.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { knowsPasskeys } from '#web/staff/platform/passkeys/passkeys.ts';
import { loginInfo, setSecondStepDemand } from '#web/staff/platform/session/login-info.ts';
import { usePanelFocus } from '#web/staff/ui/controls/use-panel-focus.ts';
import { AwaitedPanel } from '#web/staff/ui/lists/list-states.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { RemovePasskey } from './remove-passkey.tsx';
import { RenamePasskey } from './rename-passkey.tsx';
import '#web/staff/ui/lists/panel-list.css';

/** The visible part of the section: the list or one of the forms. */
type Shown =
  { readonly kind: 'list' | 'add' } | { readonly kind: 'rename' | 'remove'; readonly passkey: OwnPasskeyFragment };

const list: Shown = { kind: 'list' };

/** The user's own passkeys, with the forms that add, rename and remove them. */
export function PasskeyPanel() {
  const { t } = useTranslation('account');
  const query = useMyPasskeysQuery(ownProblems);
  const [shown, setShown] = useState(list);
  const panel = usePanelFocus(shown.kind);
  const passkeys = query.data && unmask<OwnPasskeyFragment>(query.data.myPasskeys);
  const rest = () => setShown(list);

  const hasSome = passkeys !== undefined && passkeys.length > 0;
  useEffect(() => {
    if (hasSome && loginInfo()?.secondStepDemand) setSecondStepDemand(null);
  }, [hasSome]);

  return (
    <section className="panel account-passkeys" ref={panel}>
      <h2 tabIndex={-1}>{t('passkeys')}</h2>
      {shown.kind === 'add' && <AddPasskey onDone={rest} />}
      {shown.kind === 'rename' && <RenamePasskey passkey={shown.passkey} onDone={rest} />}
      {shown.kind === 'remove' && <RemovePasskey passkey={shown.passkey} onDone={rest} />}
      {shown.kind === 'list' && (
        <>
          <p>{t('passkeysHint')}</p>
          {passkeys ? (
            <PasskeyRows passkeys={passkeys} onChoose={(kind, passkey) => setShown({ kind, passkey })} />
          ) : (
            <AwaitedPanel query={query} />
          )}
          {knowsPasskeys() ? (
            <Button text={t('addPasskey')} onClick={() => setShown({ kind: 'add' })} />
          ) : (
            <p>{t('passkeysUnknown')}</p>
          )}
        </>
      )}
    </section>
  );
}

interface PasskeyRowsProps {
  readonly passkeys: readonly OwnPasskeyFragment[];
  readonly onChoose: (kind: 'rename' | 'remove', passkey: OwnPasskeyFragment) => void;
}

function PasskeyRows({ passkeys, onChoose }: PasskeyRowsProps) {
  const { t, i18n } = useTranslation('account');
  if (passkeys.length === 0) return null;
  return (
    <ul className="panel-list">
      {passkeys.map((passkey) => {
        const name = passkey.name || t('unnamedPasskey');
        return (
          <li key={passkey.id}>
            <div>
              <strong className="passkey-name">{name}</strong>
              <span>
                {t('passkeyAdded', { when: instantInWords(passkey.createdAt, i18n.language) })}
                {passkey.synced && <> · {t('passkeySynced')}</>}
              </span>
              <span>
                {passkey.lastUsedAt === null
                  ? t('passkeyUnused')
                  : t('passkeyUsed', { when: instantInWords(passkey.lastUsedAt, i18n.language) })}
              </span>
            </div>
            <div className="panel-list-buttons passkey-buttons">
              <Button
                text={t('rename')}
                aria-label={t('renameOf', { name })}
                onClick={() => onChoose('rename', passkey)}
              />
              <Button
                text={t('remove')}
                aria-label={t('removeOf', { name })}
                onClick={() => onChoose('remove', passkey)}
              />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
