import { expect, test } from 'vitest';
import { fetchMissingStyles } from './missingStyles.ts';

const sheets = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
const settle = (kind: 'load' | 'error') => sheets().at(-1)?.dispatchEvent(new Event(kind));

test('a style sheet that did not come is asked for until it is there', async () => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/ui/a.css' });
  document.head.append(link);
  expect(await fetchMissingStyles()).toBe(true);
  settle('error');
  const second = fetchMissingStyles();
  settle('error');
  expect(await second).toBe(false);
  const third = fetchMissingStyles();
  settle('load');
  expect(await third).toBe(true);
  expect(await fetchMissingStyles()).toBe(true);
  expect(sheets().map((sheet) => [sheet === link, sheet.getAttribute('href')])).toEqual([
    [false, '/ui/a.css'],
  ]);
});
