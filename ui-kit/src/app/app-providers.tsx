import {
  DirectionProvider,
  localStorageColorSchemeManager,
  MantineProvider,
  useDirection,
} from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { I18nextProvider, useTranslation } from 'react-i18next';
import { LiveRegion } from '../announce/live-region';
import { i18n, refreshContentTexts, resetLanguage } from '../i18n/i18n';
import { directionOf, setUnsavedLanguage } from '../i18n/languages';
import { loginSession } from '../login-session/page-login-session';
import { cssVariables, theme } from '../theme/theme';
import '../theme/styles';
import { createQueryClient } from './query-client';
import { ToastOutlet } from './toast-outlet';

/** The boot script (ui-kit/vite/boot.js) reads this key before the first paint. */
const colorSchemes = localStorageColorSchemeManager({ key: 'mh-color-scheme' });

/** Providers of both apps: theme, texts, direction, data, announcements, toasts. */
export function AppProviders({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);

  // Removes the data of the previous person, and their language after a sign-out on purpose.
  useEffect(() => {
    let wasSignedIn = loginSession.state.status === 'signedIn';
    return loginSession.subscribe(() => {
      const { state } = loginSession;
      const isSignedIn = state.status === 'signedIn';
      if (wasSignedIn && !isSignedIn) queryClient.clear();
      wasSignedIn = isSignedIn;
      if (state.status !== 'signedOut') return;
      setUnsavedLanguage(null);
      if (state.byUser) void resetLanguage();
    });
  }, [queryClient]);

  return (
    <DirectionProvider initialDirection={directionOf(i18n.language)} detectDirection={false}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemes}
        defaultColorScheme="auto"
      >
        <I18nextProvider i18n={i18n}>
          <QueryClientProvider client={queryClient}>
            <Suspense fallback={null}>
              <DocumentLanguage />
              {children}
            </Suspense>
            <ToastOutlet />
            <LiveRegion />
          </QueryClientProvider>
        </I18nextProvider>
      </MantineProvider>
    </DirectionProvider>
  );
}

/** Delays the request until after the first paint. */
const CONTENT_REFRESH_DELAY_MS = 1_500;

/** Updates `lang`, `dir` and the direction of the components with the language. */
function DocumentLanguage() {
  const { i18n } = useTranslation();
  const { setDirection } = useDirection();
  // Not `resolvedLanguage`: the texts of a language that only the programme has may not be loaded yet.
  const language = i18n.language;
  useEffect(() => {
    document.documentElement.lang = language;
    setDirection(directionOf(language));
  }, [language, setDirection]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each language has its own texts
  useEffect(() => {
    const timer = setTimeout(() => void refreshContentTexts(), CONTENT_REFRESH_DELAY_MS);
    return () => clearTimeout(timer);
  }, [language]);
  return null;
}
