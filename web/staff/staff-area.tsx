import { ApolloProvider } from '@apollo/client/react';
import { BlueprintProvider, FocusStyleManager } from '@blueprintjs/core';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import './platform/zod-without-eval.ts';
import { words } from '#web/shared/i18n/words.ts';
import { staffClient } from './platform/apollo/client.ts';
import { loadSettings } from './platform/settings/settings.ts';
import { ignoreStrayKeys } from './shell/stray-keys.ts';
import { Toaster } from './platform/toasts/toaster.tsx';
import '@blueprintjs/core/lib/css/blueprint.css';
import '@fontsource-variable/roboto/wght.css';
import './platform/theme/theme.css';
import './platform/theme/blueprint.css';

FocusStyleManager.onlyShowFocusOnTabs();

// Names of people and classes are Japanese in both languages. The browser loads the font's slices when it needs them.
void import('#web/shared/i18n/japanese-font.ts').catch(() => undefined);

/** The colour of the top bar, as in theme.css. Phones use it for the browser's own bar. */
const barColour = '#0a5fc4';

// No screen waits for the settings: they arrive before a user has filled in a first form.
void loadSettings();

export const loader = words('shell', 'forms');

/** The frame of all staff screens. Its style sheets are global, so links to the students' area load a new page. */
export function Component() {
  const { pathname } = useLocation();
  useEffect(() => ignoreStrayKeys(), []);
  useEffect(() => {
    window.scrollTo(0, 0);
  }, [pathname]);
  useEffect(() => {
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', barColour);
  }, []);
  return (
    <ApolloProvider client={staffClient}>
      <BlueprintProvider>
        <Outlet />
        <Toaster />
      </BlueprintProvider>
    </ApolloProvider>
  );
}
