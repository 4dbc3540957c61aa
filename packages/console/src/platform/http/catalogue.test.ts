// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { createI18n } from '../i18n/createI18n.ts';
import { languages } from '../i18n/language.ts';
import { errorText, type Translate } from './errorText.ts';
import { HttpError } from './HttpError.ts';

const codes = languages.map(({ cookieCode }) => cookieCode);
const words = async (say: (t: Translate) => string) =>
  Promise.all(
    codes.map(async (code) => {
      const i18n = await createI18n(code, ['common']);
      return say((key, params) =>
        i18n.exists(key, { ns: 'common' }) ? i18n.t(key, { ns: 'common', ...params }) : '',
      );
    }),
  );
const english = (texts: string[]) => texts[codes.indexOf('en')] ?? '';
const failure = (status: number, body?: unknown) =>
  new HttpError({ status, body, url: '/api/v1/users/users/', method: 'GET' });

const answers: [ids: string, status: number, words: RegExp][] = [
  ['A-8-021', 400, /not accepted.*check/i],
  ['A-8-006 A-6-065', 403, /no permission/i],
  ['B-8-018', 404, /lost or deleted/i],
  ['A-8-007', 409, /refresh.*later/i],
  ['A-8-024', 500, /server error/i],
];
test.each(answers)('%s status %i without a body has a text in four languages', async (_ids, status, said) => {
  const texts = await words((t) => errorText(failure(status), t));
  expect(english(texts)).toMatch(said);
  expect(new Set(texts.filter(Boolean)).size).toBe(codes.length);
});

const messages: [ids: string, key: string, words: RegExp][] = [
  ['A-8-013', 'error.profileFailed', /verification failed.*sign in again/i],
  ['A-8-022', 'error.loginRequired', /signed out.*sign in again/i],
  ['A-8-023', 'identity.reloginBody', /more than 5 minutes.*sign in again/i],
  ['B-8-011', 'failed.create', /create failed/i],
  ['B-8-011', 'failed.update', /update failed/i],
  ['B-8-011 A-8-015', 'failed.delete', /delete failed/i],
  ['B-8-011', 'failed.get', /loading failed/i],
  ['B-8-012', 'failed.remove', /bulk remove failed/i],
  ['B-8-012', 'failed.sync', /bulk sync failed/i],
  ['B-8-012', 'failed.clear', /bulk clear failed/i],
  ['B-8-015', 'conditionsNotMet', /conditions .*not met/i],
  ['A-8-028', 'error.esUnavailable', /search node.*not available.*administrator/i],
];
test.each(messages)('%s the text %s is in the catalogue of all four languages', async (_ids, key, said) => {
  const texts = await words((t) => t(key, {}));
  expect(english(texts)).toMatch(said);
  expect(new Set(texts.filter(Boolean)).size).toBe(codes.length);
});
