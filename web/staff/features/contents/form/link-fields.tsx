import { useField } from 'react-final-form';
import { useTranslation } from 'react-i18next';
import { wordwallLinkOf } from '#schema/rules/wordwall.ts';
import { youtubeLinkOf } from '#schema/rules/youtube.ts';
import { TextField } from '#web/staff/ui/forms/text-field.tsx';
import { WordwallPreview } from './wordwall-preview.tsx';
import { YoutubePreview } from './youtube-preview.tsx';

const useTyped = (name: string): string => useField<string>(name, { subscription: { value: true } }).input.value.trim();

/** Takes a YouTube link in any of YouTube's forms, and shows the video as soon as the link is valid. */
export function YoutubeField({ required }: { readonly required: boolean }) {
  const { t } = useTranslation('contents');
  const link = youtubeLinkOf(useTyped('youtubeLink'));
  return (
    <>
      <TextField
        name="youtubeLink"
        label={t('youtubeLink')}
        hint={t('youtubeHint')}
        inputMode="url"
        spellCheck={false}
        required={required}
      />
      {link !== null && <YoutubePreview link={link} />}
    </>
  );
}

/** Takes a Wordwall page, play or embed link, and shows the game. */
export function WordwallField({ required }: { readonly required: boolean }) {
  const { t } = useTranslation('contents');
  const link = wordwallLinkOf(useTyped('wordwallLink'));
  return (
    <>
      <TextField
        name="wordwallLink"
        label={t('wordwallLink')}
        hint={t('wordwallHint')}
        inputMode="url"
        spellCheck={false}
        required={required}
      />
      {link !== null && <WordwallPreview link={link} />}
    </>
  );
}
