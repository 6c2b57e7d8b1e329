import { describe, expect, it } from 'vitest';
import { handedOn, redirectTarget, signInUrl } from './redirect';

const OWN = 'https://hub.example.org';

it('leads back to the same page, query and fragment included', () => {
  const origin = { pathname: '/chat', search: '?section=chat&x=a%26b', hash: '#latest' };
  const { search } = new URL(signInUrl(origin), OWN);
  expect(redirectTarget(search, OWN)).toBe('/chat?section=chat&x=a%26b#latest');
});

it('needs no parameter for the home page', () => {
  expect(signInUrl({ pathname: '/', search: '', hash: '' })).toBe('/signin');
  expect(redirectTarget('', OWN)).toBeNull();
});

it('hands on what the address of the home page says', () => {
  const origin = { pathname: '/', search: '?redirectUri=%2Fchat', hash: '#latest' };
  expect(signInUrl(origin)).toBe('/signin?redirectUri=%2Fchat#latest');
  expect(signInUrl({ ...origin, pathname: '/signin' })).toBe('/signin?redirectUri=%2Fchat#latest');
  expect(handedOn({ search: '?redirectUri=/x&dialog=profile', hash: '#top' })).toEqual({
    search: '?dialog=profile',
    hash: '#top',
  });
  expect(handedOn({ search: '?redirectUri=/x', hash: '' })).toEqual({ search: '', hash: '' });
});

describe('what is not a page of ours', () => {
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
  ])('%j leads nowhere', (wanted) => {
    expect(redirectTarget(`?${new URLSearchParams({ redirectUri: wanted })}`, OWN)).toBeNull();
  });

  it('is a page that only leads on, which would go in circles', () => {
    expect(redirectTarget('?redirectUri=/%3FredirectUri=/', OWN)).toBeNull();
    expect(redirectTarget('?redirectUri=/signin?redirectUri=/signin', OWN)).toBeNull();
  });
});
