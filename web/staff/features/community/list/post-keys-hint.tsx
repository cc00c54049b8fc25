import { Button } from '@blueprintjs/core';
import { useTranslation } from 'react-i18next';
import { postKeys } from './use-post-keys.ts';

const keys = ['next', 'previous', 'approve', 'hide'] as const;
const keyWords = { next: 'keyNext', previous: 'keyPrevious', approve: 'approve', hide: 'hide' } as const;

/** Lists the keys, with a button that focuses the posts, where the keys work. */
export function PostKeysHint({ onBegin }: { readonly onBegin: () => void }) {
  const { t } = useTranslation('community');
  return (
    <div className="post-keys">
      <Button size="small" text={t('goThrough')} onClick={onBegin} />
      <dl>
        {keys.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{postKeys[key]}</kbd>
            </dt>
            <dd>{t(keyWords[key])}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
