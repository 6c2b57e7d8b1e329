import { createRoot } from 'react-dom/client';
import { AppProviders, removeFirstPaint, watchErrors } from 'ui-kit';
import './i18n';
import { FullScreenPage } from './shell/full-screen-page';
import { MessengerProvider } from './shell/messenger-provider';

watchErrors();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root element.');

removeFirstPaint(root);
createRoot(root).render(
  <AppProviders>
    <MessengerProvider>
      <FullScreenPage />
    </MessengerProvider>
  </AppProviders>,
);
