import { useTranslation } from 'react-i18next';
import { wordwallEmbedOf } from '#schema/rules/embeds.ts';
import './link-preview.css';

/** The game as students will see it, in a sandboxed frame without access to the app. */
export function WordwallPreview({ link }: { readonly link: string }) {
  const { t } = useTranslation('contents');
  return (
    <div className="link-preview">
      <iframe
        key={link}
        title={t('wordwallPreview')}
        src={wordwallEmbedOf(link)}
        sandbox="allow-scripts allow-same-origin"
        allow="fullscreen"
        referrerPolicy="strict-origin-when-cross-origin"
      />
      <p className="link-kept">
        {t('linkKeptAs')}{' '}
        <a href={link} target="_blank" rel="noreferrer">
          {link}
        </a>
      </p>
      <p className="link-kept">{t('wordwallBlocked')}</p>
    </div>
  );
}
