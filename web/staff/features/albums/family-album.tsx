import { useCallback, useEffect, useRef, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { Animal, animalNamed } from '#web/shared/art/animals.tsx';
import { problemOf } from '#web/shared/apollo/problem.ts';
import { instantInWords } from '#web/shared/i18n/days.ts';
import { htmlLanguage, languages } from '#schema/languages.ts';
import { languageNames } from '#web/shared/i18n/languages.ts';
import { sizeInWords } from '#web/shared/i18n/sizes.ts';
import { words } from '#web/shared/i18n/words.ts';
import { useTitle } from '#web/shared/title.ts';
import { OpenFamilyAlbumDocument, type OpenFamilyAlbumMutation } from '#web/staff/operations.generated.ts';
import { tokenlessClient } from '#web/staff/platform/apollo/tokenless-client.ts';
import { downloadFile } from '#web/staff/ui/controls/download.ts';
import './family-album.css';

export const loader = words('albums');

type Family = OpenFamilyAlbumMutation['openFamilyAlbum'];

type Opened =
  | { readonly state: 'opening' | 'ended' | 'away' }
  | { readonly state: 'open'; readonly album: Family; readonly at: number };

// The links to the files work for ten minutes.
const linkMs = 9 * 60_000;

/** The album that a family opens by a link, without signing in. The token follows the #, which browsers do not send. */
export function Component() {
  const { t } = useTranslation(['albums', 'common']);
  const token = useLocation().hash.slice(1);
  const [opened, setOpened] = useState<Opened>({ state: 'opening' });
  const asked = useRef<string>(undefined);

  const open = useCallback(async (): Promise<Opened> => {
    const next = await openAlbum(token);
    setOpened(next);
    return next;
  }, [token]);

  useEffect(() => {
    // The server counts each opening, so a second run of this effect must not send another request.
    if (asked.current === token) return;
    asked.current = token;
    void open();
  }, [token, open]);

  const again = () => {
    setOpened({ state: 'opening' });
    void open();
  };

  const title = opened.state === 'open' ? t('familyTitle', { name: opened.album.firstName }) : t('title');
  useTitle(title);
  return (
    <div className="family-album">
      <LanguageChoice />
      <main aria-live="polite">
        {opened.state === 'opening' && <p role="status">{t('opening')}</p>}
        {opened.state === 'ended' && (
          <>
            <h1>{t('endedTitle')}</h1>
            <p>{t('endedText')}</p>
          </>
        )}
        {opened.state === 'away' && (
          <>
            <h1>{t('awayTitle')}</h1>
            <p>{t('awayText')}</p>
            <button type="button" className="family-button" onClick={again}>
              {t('common.retry')}
            </button>
          </>
        )}
        {opened.state === 'open' && <OpenAlbum album={opened.album} at={opened.at} renew={open} />}
      </main>
    </div>
  );
}

async function openAlbum(token: string): Promise<Opened> {
  if (token === '') return { state: 'ended' };
  try {
    const { data } = await tokenlessClient.mutate<OpenFamilyAlbumMutation>({
      mutation: OpenFamilyAlbumDocument,
      variables: { token },
    });
    return data ? { state: 'open', album: data.openFamilyAlbum, at: Date.now() } : { state: 'away' };
  } catch (error) {
    const { status } = problemOf(error);
    // All faults of a link show the same message.
    return { state: status === 404 || status === 400 ? 'ended' : 'away' };
  }
}

interface OpenAlbumProps {
  readonly album: Family;
  /** The time of the response, in milliseconds. The links to the files expire ten minutes later. */
  readonly at: number;
  readonly renew: () => Promise<Opened>;
}

function OpenAlbum({ album, at, renew }: OpenAlbumProps) {
  const { t, i18n } = useTranslation('albums');
  const { firstName, animal, expiresAt, pdf, pdfSize, zip, zipSize } = album;
  const size = (bytes: number) => sizeInWords(bytes, i18n.language);

  async function save(event: MouseEvent, format: 'pdf' | 'zip'): Promise<void> {
    if (Date.now() - at < linkMs) return;
    event.preventDefault();
    const next = await renew();
    if (next.state === 'open') downloadFile(next.album[format]);
  }

  return (
    <>
      <Animal name={animalNamed(animal)} size={144} />
      <h1>{t('familyTitle', { name: firstName })}</h1>
      <p>{t('familyText')}</p>
      <a className="family-button" href={pdf.url} download={pdf.fileName} onClick={(event) => void save(event, 'pdf')}>
        {t('familyPdf')}
        <small>{t('fileSize', { format: 'PDF', size: size(pdfSize) })}</small>
      </a>
      <a className="family-button" href={zip.url} download={zip.fileName} onClick={(event) => void save(event, 'zip')}>
        {t('familyZip')}
        <small>{t('fileSize', { format: 'ZIP', size: size(zipSize) })}</small>
      </a>
      <p>{t('familyUntil', { when: instantInWords(expiresAt, i18n.language) })}</p>
      <p className="family-care">{t('familyCare')}</p>
    </>
  );
}

function LanguageChoice() {
  const { i18n } = useTranslation();
  return (
    <header>
      {languages.map((language) => (
        <button
          key={language}
          type="button"
          lang={htmlLanguage(language)}
          aria-pressed={i18n.resolvedLanguage === language}
          // A failure is logged only (spec, section 8): the words on the page stay as they are.
          onClick={() => void i18n.changeLanguage(language).catch(console.error)}
        >
          {languageNames[language]}
        </button>
      ))}
    </header>
  );
}
