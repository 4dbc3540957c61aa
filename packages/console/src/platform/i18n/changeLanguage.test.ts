import { expect, test } from 'vitest';
import { type CookieJar, createCookies } from '../storage/cookies.ts';
import { changeLanguage } from './changeLanguage.ts';
import { type Language, languages } from './language.ts';

/** A page that is left only if the test allows it. */
const page = () => {
  const jar: CookieJar = { cookie: 'django_language=en' };
  const stored = new Map<string, string>();
  const target = new EventTarget();
  const leave = (isLetGo: boolean) => {
    target.dispatchEvent(new Event('beforeunload'));
    if (isLetGo) target.dispatchEvent(new Event('pagehide'));
  };
  const change = (isLetGo: boolean, next: Language = 'ja') =>
    changeLanguage(next, {
      cookies: createCookies(jar),
      storage: { set: (key, value) => void stored.set(key, value) },
      target,
      reload: () => leave(isLetGo),
    });
  return { jar, stored, leave, change };
};

test('the language changes with the reloaded page', () => {
  const { jar, stored, change } = page();
  change(true);
  expect(jar.cookie).toMatch(/^django_language=ja;/);
  expect(stored.get('lang')).toBe('ja');
});

test('staying because of unsaved changes keeps the language, even when leaving later', () => {
  const { jar, stored, change, leave } = page();
  change(false);
  expect([jar.cookie, stored.size]).toEqual(['django_language=en', 0]);
  leave(true);
  expect([jar.cookie, stored.size]).toEqual(['django_language=en', 0]);
});

test('after staying, the language can be chosen again', () => {
  const { jar, change } = page();
  change(false);
  change(true);
  expect(jar.cookie).toMatch(/^django_language=ja;/);
});

test.each(languages)(
  'the language $cookieCode is also stored as $code for older clients',
  ({ cookieCode, code }) => {
    const { jar, stored, change } = page();
    change(true, cookieCode);
    expect(jar.cookie).toMatch(new RegExp(`^django_language=${cookieCode};`));
    expect(stored.get('lang')).toBe(code);
  },
);
