import { useState } from 'react';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { Sheet } from '#web/student/ui/controls/sheet.tsx';
import { plain } from '#web/student/ui/text/furigana.ts';
import { useWords, Words } from '#web/student/ui/text/words.tsx';

/** Removes the child's own work from the wall after a confirmation. */
export function RemovePost({ title, onRemove }: { readonly title: string; readonly onRemove: () => void }) {
  const { t } = useWords();
  const [asking, setAsking] = useState(false);
  const close = () => setAsking(false);
  return (
    <>
      <button
        type="button"
        className="button button-small"
        aria-haspopup="dialog"
        aria-label={plain([t('remove'), title].filter(Boolean).join(' '))}
        onClick={() => setAsking(true)}
      >
        <Icon name="trash" size={30} />
        <span>
          <Words text={t('remove')} />
        </span>
      </button>
      {asking && (
        <Sheet title={t('removePostTitle')} onClose={close}>
          <div className="post-question">
            <p>
              <Words text={t('removePostText')} />
            </p>
            <button type="button" className="button" onClick={close}>
              <Icon name="wall" size={36} />
              <span>
                <Words text={t('removePostNo')} />
              </span>
            </button>
            <button
              type="button"
              className="button button-danger"
              onClick={() => {
                close();
                onRemove();
              }}
            >
              <Icon name="trash" size={36} />
              <span>
                <Words text={t('removePostYes')} />
              </span>
            </button>
          </div>
        </Sheet>
      )}
    </>
  );
}
