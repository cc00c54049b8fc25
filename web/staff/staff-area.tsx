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

// Names of people and classes are Japanese in either language; its slices are fetched as they are met.
void import('#web/shared/i18n/japanese-font.ts').catch(() => undefined);

/** The top bar's, as in theme.css; phones colour their own bar with it. */
const barColour = '#0a5fc4';

// Nothing waits for it: a first form is filled in more slowly than this is answered.
void loadSettings();

export const loader = words('shell', 'forms');

/** Everything staff screens stand in. Its style sheets are global: links to the students' area load a new page. */
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
