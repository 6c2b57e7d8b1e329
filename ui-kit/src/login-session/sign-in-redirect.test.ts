import { describe, expect, it } from 'vitest';
import { locationWithoutRedirect, redirectTarget, signInRedirect } from './sign-in-redirect';

const OWN = 'https://hub.example.org';

it('keeps page, query and fragment', () => {
  const origin = { pathname: '/chat', search: '?section=chat&x=a%26b', hash: '#latest' };
  const { search } = new URL(signInRedirect(origin), OWN);
  expect(redirectTarget(search, OWN)).toBe('/chat?section=chat&x=a%26b#latest');
});

it('home page needs no parameter', () => {
  expect(signInRedirect({ pathname: '/', search: '', hash: '' })).toBe('/signin');
  expect(redirectTarget('', OWN)).toBeNull();
});

it('passes on query and fragment of `/`', () => {
  const origin = { pathname: '/', search: '?redirectUri=%2Fchat', hash: '#latest' };
  expect(signInRedirect(origin)).toBe('/signin?redirectUri=%2Fchat#latest');
  expect(signInRedirect({ ...origin, pathname: '/signin' })).toBe('/signin?redirectUri=%2Fchat#latest');
  expect(locationWithoutRedirect({ search: '?redirectUri=/x&dialog=profile', hash: '#top' })).toEqual({
    search: '?dialog=profile',
    hash: '#top',
  });
  expect(locationWithoutRedirect({ search: '?redirectUri=/x', hash: '' })).toEqual({ search: '', hash: '' });
});

describe('foreign target', () => {
  it.each([
    'https://evil.example',
    '//evil.example/chat',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '\n//evil.example',
    'https://hub.example.org.evil.example/',
    'https://hub.example.org@evil.example/',
    'https://someone@hub.example.org/',
    'http://hub.example.org/chat',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://hub.example.org//evil.example',
    '/.//evil.example',
    'http://[',
  ])('%j is rejected', (wanted) => {
    expect(redirectTarget(`?${new URLSearchParams({ redirectUri: wanted })}`, OWN)).toBeNull();
  });

  it('transit page would redirect in circles', () => {
    expect(redirectTarget('?redirectUri=/%3FredirectUri=/', OWN)).toBeNull();
    expect(redirectTarget('?redirectUri=/signin?redirectUri=/signin', OWN)).toBeNull();
  });
});
