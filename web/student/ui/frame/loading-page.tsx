import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { Hanamaru } from '#web/student/ui/art/hanamaru.tsx';
import { StudentPage } from './student-page.tsx';
import './loading-page.css';

/** Shown while a page loads: the hanamaru is drawn again and again. */
export function LoadingPage({ back }: { readonly back?: string | undefined }) {
  const { t } = useWords();
  return (
    <StudentPage title={t('wait')} back={back} className="loading">
      <div role="status" className="loading-card">
        <Hanamaru size={160} drawn className="loading-flower" />
        <h1 className="loading-words">
          <Words text={t('wait')} />
        </h1>
      </div>
    </StudentPage>
  );
}
