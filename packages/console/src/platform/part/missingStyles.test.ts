import { expect, test } from 'vitest';
import { fetchMissingStyles } from './missingStyles.ts';

const sheets = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
const settle = (kind: 'load' | 'error') => sheets().at(-1)?.dispatchEvent(new Event(kind));

const added = (href: string) => {
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
  document.head.append(link);
  return link;
};

test('foreign and removed style sheets are ignored', async () => {
  added('https://elsewhere.example/b.css').dispatchEvent(new Event('error'));
  const gone = added('/ui/c.css');
  gone.dispatchEvent(new Event('error'));
  gone.remove();
  expect(await fetchMissingStyles()).toBe(true);
  for (const sheet of sheets()) sheet.remove();
});

test('concurrent requests for style sheets wait for the first', async () => {
  added('/ui/d.css').dispatchEvent(new Event('error'));
  const fetches = [fetchMissingStyles(), fetchMissingStyles()];
  let isTold = false;
  void fetches[1]?.then(() => {
    isTold = true;
  });
  await Promise.resolve();
  expect([isTold, sheets().length]).toEqual([false, 1]);
  settle('load');
  expect(await Promise.all(fetches)).toEqual([true, true]);
  for (const sheet of sheets()) sheet.remove();
});

test('a style sheet that failed to load is requested until it loads', async () => {
  const link = added('/ui/a.css');
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
