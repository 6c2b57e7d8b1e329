import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { AppProviders, i18n, loginSession, setLanguage } from 'ui-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import '../../../i18n';
import { fakeApi, grant, refusal } from '../../../testing/fake-api';
import { Component as SignInPage } from './sign-in-page';

const SIGN_IN = 'POST /api/v2/users/sign-in/';
const anonymous = {
  'GET /api/v2/users/system_status/': { status: 200, body: { underMaintenance: false } },
  'POST /api/v2/users/refresh/': refusal(401, 'not_signed_in'),
  'POST /api/v2/users/sign-out/': { status: 204 },
};

async function open(path = '/signin') {
  const router = createMemoryRouter(
    [
      { path: '/signin', element: <SignInPage /> },
      { path: '*', element: <p>arrived</p> },
    ],
    { initialEntries: [path] },
  );
  render(
    <AppProviders>
      <RouterProvider router={router} />
    </AppProviders>,
  );
  return { router, user: userEvent.setup() };
}

async function fillIn(user: ReturnType<typeof userEvent.setup>, email: string, password: string) {
  await user.type(await screen.findByLabelText('Email'), email);
  await user.type(screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Sign in' }));
}

beforeEach(async () => {
  await i18n.changeLanguage('en');
});

afterEach(async () => {
  fakeApi(anonymous);
  await loginSession.signOut();
});

describe('sign-in form', () => {
  it.each([
    [401, 'wrong_password', 'Wrong email or password'],
    [401, 'user_unknown', 'User does not exist'],
    [403, 'email_not_verified', 'Email Not Verified'],
    [403, 'user_disabled', 'This account has been disabled. Please contact your programme team.'],
    [
      409,
      'other_provider',
      'Our records say that you have signed up for our app via Google login. Please use the Sign-in via Google option',
    ],
    [
      429,
      'account_blocked',
      'Account temporarily blocked due to many failed login attempts, try again after an hour',
    ],
    [500, 'something_new', 'Server error'],
  ])('explains %i %s and keeps the input', async (status, code, sentence) => {
    fakeApi({ ...anonymous, [SIGN_IN]: refusal(status, code) });
    const { user } = await open();
    await fillIn(user, 'maya@example.org', 'not it');
    expect((await screen.findByRole('alert')).textContent).toBe(sentence);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('maya@example.org');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('not it');
  });

  it('reports only unexpected errors', async () => {
    const reported: unknown[] = [];
    let code = 'wrong_password';
    fakeApi({
      ...anonymous,
      [SIGN_IN]: () => refusal(500, code),
      'GET /api/v2/settings/': { status: 200, body: { reportsErrors: true, social: [] } },
      'POST /api/v2/errors/': (body) => {
        reported.push((body as { message: string }).message);
        return { status: 204 };
      },
    });
    const { user } = await open();
    await fillIn(user, 'maya@example.org', 'not it');
    await screen.findByText('Wrong email or password');
    code = 'never_heard_of';
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    await screen.findByText('Server error');
    await waitFor(() => expect(reported).toContain('never_heard_of 5xx'));
    expect(reported).not.toContain('wrong_password 5xx');
  });

  it.each([
    ['email_not_verified', 'Confirm your address with a new password', '/resetpassword'],
    ['wrong_password', 'Forgot password?', '/resetpassword'],
    ['user_unknown', 'Create an account', '/emailverify'],
  ])('links to the next step after %s', async (code, name, pathname) => {
    fakeApi({ ...anonymous, [SIGN_IN]: refusal(401, code) });
    const { router, user } = await open();
    await fillIn(user, 'maya@example.org', 'not it');
    await screen.findByRole('alert');
    const [link] = screen.getAllByRole('link', { name });
    if (link !== undefined) await user.click(link);
    await screen.findByText('arrived');
    const { location } = router.state;
    expect(location.pathname).toBe(pathname);
    expect(location.search + JSON.stringify(location.state)).toMatch(/maya(%40|@)example\.org/);
  });

  it('explains an unreachable server', async () => {
    fakeApi({ ...anonymous, [SIGN_IN]: 'no network' });
    const { user } = await open();
    await fillIn(user, 'maya@example.org', 'secret');
    expect((await screen.findByRole('alert')).textContent).toMatch(/Check your internet connection/);
  });

  it('validates the input before sending it', async () => {
    const { seen } = fakeApi(anonymous);
    const { user } = await open();
    await user.type(await screen.findByLabelText('Email'), 'maya');
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    const email = screen.getByLabelText('Email');
    expect(email.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Enter your password')).toBeTruthy();
    expect(document.activeElement).toBe(email);
    expect(seen).not.toContain(SIGN_IN);
  });

  it('sends the normalised address once', async () => {
    const sent: unknown[] = [];
    let answer = (_: typeof grant) => {};
    fakeApi({
      ...anonymous,
      [SIGN_IN]: (body) => {
        sent.push(body);
        return new Promise((resolve) => {
          answer = resolve;
        });
      },
    });
    const { user } = await open();
    await fillIn(user, ' Maya@Example.org ', 'secret');
    await user.click(await screen.findByRole('button', { name: 'Signing in…' }));
    expect(sent).toEqual([{ email: 'maya@example.org', password: 'secret' }]);
    answer(grant);
    await screen.findByText('arrived');
  });

  it('reveals the password on demand', async () => {
    fakeApi(anonymous);
    const { user } = await open();
    const password = await screen.findByLabelText<HTMLInputElement>('Password');
    expect(password.type).toBe('password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(password.type).toBe('text');
  });
});

describe('after sign-in', () => {
  const PROFILE = 'GET /api/v2/users/profile/';
  const status = {
    surveys: [],
    experiences: { curriculum: 'use', session: 'use' },
    matching: { matchingStatus: null },
    newSessionAvailable: false,
  };
  const profile = { status: 200, body: { status, hasAgreedTerms: true } };

  it.each([
    ['the start page', '/signin', { pathname: '/mentorship', search: '' }],
    [
      'the requested page',
      `/signin?redirectUri=${encodeURIComponent('/chat?section=chat#x')}`,
      { pathname: '/chat', search: '?section=chat', hash: '#x' },
    ],
    ['the start page with its query', '/signin?dialog=profile', { search: '?dialog=profile' }],
  ])('leads to %s', async (_, path, expected) => {
    fakeApi({ ...anonymous, [SIGN_IN]: grant, [PROFILE]: profile });
    const { router, user } = await open(path);
    await fillIn(user, 'maya@example.org', 'secret');
    await screen.findByText('arrived');
    expect(router.state.location).toMatchObject(expected);
  });

  it('keeps the busy form until the page is known', async () => {
    let answer = (_: typeof profile) => {};
    fakeApi({
      ...anonymous,
      [SIGN_IN]: grant,
      [PROFILE]: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    const { user } = await open();
    await fillIn(user, 'maya@example.org', 'secret');
    await waitFor(() => expect(loginSession.state.status).toBe('signedIn'));
    const form = screen.getByRole('form', { name: 'Welcome back' });
    expect(form.closest('[inert]')).not.toBeNull();
    expect(form.textContent).toContain('Signing in…');
    answer(profile);
    await screen.findByText('arrived');
  });

  it('leaves the explanation of a failure to the start page', async () => {
    fakeApi({ ...anonymous, [SIGN_IN]: grant, [PROFILE]: refusal(403, 'user_disabled') });
    const search = `?redirectUri=${encodeURIComponent('/chat')}`;
    const { router, user } = await open(`/signin${search}`);
    await fillIn(user, 'maya@example.org', 'secret');
    await screen.findByText('arrived');
    expect(router.state.location).toMatchObject({ pathname: '/', search });
  });

  it('shows nothing of the form to those who come signed in', async () => {
    let answer = (_: typeof profile) => {};
    fakeApi({
      ...anonymous,
      [PROFILE]: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    loginSession.begin(grant.body);
    await open();
    expect(screen.queryByRole('form')).toBeNull();
    answer(profile);
    await screen.findByText('arrived');
  });
});

it('shows the maintenance message', async () => {
  fakeApi({
    ...anonymous,
    'GET /api/v2/users/system_status/': { status: 200, body: { underMaintenance: true } },
  });
  await open();
  expect(await screen.findByRole('heading', { name: 'Back in a little while' })).toBeTruthy();
  expect(screen.queryByLabelText('Email')).toBeNull();
});

it('renders right to left in Arabic', async () => {
  fakeApi(anonymous);
  await open();
  await screen.findByLabelText('Email');
  await setLanguage('ar');
  expect(await screen.findByRole('heading', { name: 'مرحبًا بعودتك' })).toBeTruthy();
  await waitFor(() => expect(document.documentElement.dir).toBe('rtl'));
  expect(document.documentElement.lang).toBe('ar');
});
