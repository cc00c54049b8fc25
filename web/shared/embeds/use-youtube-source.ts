import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { htmlLanguage } from '#schema/languages.ts';
import { youtubeEmbedOf } from '#schema/rules/embeds.ts';

/** The player's address without its own controls, annotations and keys; it stays the same when the language changes. */
export function useYoutubeSource(link: string): string {
  const { i18n } = useTranslation();
  const [source] = useState(() => {
    const query = new URLSearchParams({
      ...{ enablejsapi: '1', autoplay: '1', controls: '0', fs: '0', disablekb: '1', iv_load_policy: '3' },
      hl: htmlLanguage(i18n.language),
      origin: window.location.origin,
    });
    return `${youtubeEmbedOf(link)}&${query.toString()}`;
  });
  return source;
}
