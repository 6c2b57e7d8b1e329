import { MessengerProvider } from 'messenger-ui/provider';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { AppProviders, removeFirstPaint, watchErrors } from 'ui-kit';
import { handOver } from './first-paint/hand-over';
import './i18n';
import { createRouter } from './routes/router';

watchErrors();

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has lost its #root.');

removeFirstPaint(root, handOver);
createRoot(root).render(
  <AppProviders>
    <MessengerProvider>
      <RouterProvider router={createRouter()} />
    </MessengerProvider>
  </AppProviders>,
);
