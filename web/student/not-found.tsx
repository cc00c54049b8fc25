import { paths } from '#web/shared/paths.ts';
import { LostOwl } from '#web/student/ui/art/empty-states.tsx';
import { Icon } from '#web/student/ui/art/icons.tsx';
import { useWords, Words } from '#web/student/ui/text/words.tsx';
import { Link } from './ui/controls/link.tsx';
import { MessagePage } from './ui/frame/message-page.tsx';

/** The page for an unknown address in the students' area. */
export function Component() {
  const { t } = useWords();
  return (
    <MessagePage
      picture={<LostOwl />}
      title={t('unknownPageTitle')}
      text={t('unknownPageText')}
      back={paths.profiles()}
    >
      <Link className="button button-primary" to={paths.profiles()}>
        <Icon name="home" size={32} />
        <span>
          <Words text={t('goHome')} />
        </span>
      </Link>
    </MessagePage>
  );
}
