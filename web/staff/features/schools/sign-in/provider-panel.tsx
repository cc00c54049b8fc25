import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { unmask } from '#web/shared/apollo/masks.ts';
import {
  useCheckSignInProviderMutation,
  useSignInProvidersQuery,
  type ProviderDetailFragment,
} from '#web/staff/operations.generated.ts';
import { noCache } from '#web/staff/platform/apollo/freshness.ts';
import { ownProblems } from '#web/staff/platform/apollo/problem-link.ts';
import { useFocusAfterRemoval } from '#web/staff/ui/controls/use-focus-after-removal.ts';
import { usePanelFocus } from '#web/staff/ui/controls/use-panel-focus.ts';
import { AwaitedPanel } from '#web/staff/ui/lists/list-states.tsx';
import { ProviderCreate } from './provider-create.tsx';
import { ProviderEdit } from './provider-edit.tsx';
import { type Checked, ProviderRow } from './provider-row.tsx';
import '#web/staff/ui/lists/panel-list.css';
import './provider-panel.css';

/** The school's own sign-in providers, with the actions to add, change, check and remove them. */
export function ProviderPanel({ schoolId }: { readonly schoolId: string }) {
  const { t } = useTranslation('schools');
  const query = useSignInProvidersQuery({ variables: { schoolId }, ...ownProblems });
  const [check] = useCheckSignInProviderMutation({ ...ownProblems, ...noCache });
  const [checks, setChecks] = useState<Readonly<Record<string, Checked>>>({});
  /** The provider whose form is shown, as it was when the form opened. */
  const [shown, setShown] = useState<ProviderDetailFragment | 'new'>();
  const panel = usePanelFocus(shown === 'new' ? shown : shown?.id);
  useFocusAfterRemoval(panel, 'li');
  const providers = query.data && unmask<ProviderDetailFragment>(query.data.signInProviders);

  async function checkOne(id: string): Promise<void> {
    const found = (checked: Checked) => setChecks((before) => ({ ...before, [id]: checked }));
    found('busy');
    try {
      const { data } = await check({ variables: { id } });
      found(data?.checkSignInProvider.problem ?? null);
    } catch {
      found('CONNECTION');
    }
  }

  function save(id: string): void {
    setShown(undefined);
    void checkOne(id);
  }

  return (
    <section className="panel providers" ref={panel}>
      <h2 tabIndex={-1}>{t('providers')}</h2>
      <p>{t('providersHint')}</p>
      {shown === 'new' ? (
        <ProviderCreate schoolId={schoolId} onSaved={save} onCancel={() => setShown(undefined)} />
      ) : shown !== undefined ? (
        <ProviderEdit
          schoolId={schoolId}
          found={providers?.find(({ id }) => id === shown.id) ?? shown}
          onSaved={save}
          onCancel={() => setShown(undefined)}
        />
      ) : (
        <>
          {providers ? (
            providers.length > 0 && (
              <ul className="panel-list">
                {providers.map((provider) => (
                  <ProviderRow
                    key={provider.id}
                    provider={provider}
                    checked={checks[provider.id]}
                    onCheck={() => void checkOne(provider.id)}
                    onChange={() => setShown(provider)}
                  />
                ))}
              </ul>
            )
          ) : (
            <AwaitedPanel query={query} />
          )}
          <Button text={t('addProvider')} onClick={() => setShown('new')} />
        </>
      )}
    </section>
  );
}
