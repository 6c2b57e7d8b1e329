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
import { hearFromContent, i18n, resetLanguage } from '../i18n/i18n';
import { directionOf, markUntold } from '../i18n/languages';
import { session } from '../session/the-session';
import { cssVariables, theme } from '../theme/theme';
import '../theme/styles';
import { createQueryClient } from './query-client';
import { ToastOutlet } from './toast-outlet';

/** Read by the boot script too (ui-kit/vite/boot.js), so that the first paint has the right colours. */
const colorSchemes = localStorageColorSchemeManager({ key: 'mh-color-scheme' });

/** Everything that stands around a page: theme, texts, direction, data, announcements, toasts. */
export function AppProviders({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);

  // What one person loaded is gone before the next one signs in, and who signs out takes their language along.
  useEffect(
    () =>
      session.subscribe(() => {
        const { state } = session;
        if (state.status !== 'signedIn') queryClient.clear();
        if (state.status !== 'signedOut') return;
        markUntold(null);
        if (state.byHand) void resetLanguage();
      }),
    [queryClient],
  );

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

/** The first paint is over by then, and it did not need it. */
const CONTENT_AFTER_MS = 1_500;

/** Keeps `lang` and `dir` of the document, and the direction the components draw in, with the language. */
function DocumentLanguage() {
  const { i18n } = useTranslation();
  const { setDirection } = useDirection();
  // Not the resolved one: a language that the programme alone speaks may not have come yet.
  const language = i18n.language;
  useEffect(() => {
    document.documentElement.lang = language;
    setDirection(directionOf(language));
  }, [language, setDirection]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each language has words of its own
  useEffect(() => {
    const timer = setTimeout(() => void hearFromContent(), CONTENT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [language]);
  return null;
}
