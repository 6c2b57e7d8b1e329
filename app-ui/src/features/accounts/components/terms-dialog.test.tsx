import { useQuery } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { AppProviders, profileQuery } from 'ui-kit';
import { beforeAll, expect, it } from 'vitest';
import { loadPageTexts } from '../../../i18n';
import { fakeApi, grant, refusal } from '../../../testing/fake-api';
import TermsDialog from './terms-dialog';

beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= () => {};
  HTMLDialogElement.prototype.close ??= () => {};
  await loadPageTexts();
});

/** As the layout shows it: to a person who is known. */
function Shown() {
  const { data } = useQuery(profileQuery);
  return data && <TermsDialog />;
}

it('terms that changed while they were read are asked again with the new ones', async () => {
  let revision = 'before';
  const sent: unknown[] = [];
  fakeApi({
    'POST /api/v2/users/refresh/': grant,
    'GET /api/v2/users/profile/': () => ({
      status: 200,
      body: { hasAgreedTerms: false, termsRevision: revision },
    }),
    'POST /api/v2/users/agreement/': (body) => {
      sent.push(body);
      if (revision !== 'before') return { status: 200, body: { message: '' } };
      revision = 'after';
      return refusal(409, 'terms_changed');
    },
  });
  const router = createMemoryRouter([{ path: '*', element: <Shown /> }], {
    initialEntries: [{ pathname: '/feed', state: { isRequested: true } }],
  });
  render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  const agree = await screen.findByRole('button', { name: 'CONTINUE', hidden: true });
  await userEvent.click(agree);
  await screen.findByText('The terms have just changed. Please read them again before you agree.');
  await userEvent.click(agree);
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    { has_agreed_terms: true, terms_revision: 'before' },
    { has_agreed_terms: true, terms_revision: 'after' },
  ]);
});
