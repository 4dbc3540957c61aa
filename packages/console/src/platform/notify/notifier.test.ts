import { expect, test } from 'vitest';
import { HttpError } from '../http/HttpError.ts';
import { createNotifier } from './notifier.ts';

const setup = () => createNotifier((key) => key);
const shown = (notify: ReturnType<typeof setup>) => notify.store.get().toasts;

test('A-8-011 A-8-029 an error toast stays five seconds, a toast about a copy one second', () => {
  const notify = setup();
  notify.error(new HttpError({ status: 409, url: '/x/', method: 'GET' }));
  notify.copied();
  expect(shown(notify)).toMatchObject([
    { kind: 'error', text: 'error.conflict', duration: 5000 },
    { kind: 'success', text: 'copied', duration: 1000 },
  ]);
});

const failure = (status: number, reason?: HttpError['reason']) =>
  new HttpError({ status, url: '/x/', method: 'GET', ...(reason && { reason }) });

test.each([
  ['an expired web session', failure(401)],
  ['a confirmation that the user cancelled', failure(412)],
  ['an aborted request', failure(0, 'aborted')],
])('%s is not shown as a toast', (_name, error) => {
  const notify = setup();
  notify.error(error);
  notify.failed('not saved', error);
  expect(shown(notify)).toEqual([]);
});

test('a failure is shown with its reason below', () => {
  const notify = setup();
  notify.failed('not saved', failure(500));
  expect(shown(notify)).toMatchObject([{ kind: 'error', text: 'not saved', detail: 'error.server' }]);
});

test('at most three toasts are shown, and running work is never pushed out', () => {
  const notify = setup();
  notify.progress({ key: 'import', text: 'Importing', done: 1, total: 9 });
  for (const text of ['a', 'b', 'c']) notify.success(text);
  expect(shown(notify).map((toast) => toast.text)).toEqual(['Importing', 'b', 'c']);
  notify.progress({ key: 'import', text: 'Importing', done: 2, total: 9 });
  expect(shown(notify).filter((toast) => toast.key === 'import')).toMatchObject([{ done: 2 }]);
  notify.finish('import');
  expect(shown(notify).map((toast) => toast.text)).toEqual(['b', 'c']);
});

test('a message with a key replaces only the message with the same key', () => {
  const notify = setup();
  notify.success('a', { key: 'one' });
  notify.warning('b', { key: 'two' });
  notify.success('plain');
  notify.info('c', { key: 'one' });
  expect(shown(notify).map((toast) => toast.text)).toEqual(['b', 'plain', 'c']);
});

test('all progress cards and the latest message are shown, however many there are', () => {
  const notify = setup();
  for (const key of ['a', 'b', 'c']) notify.progress({ key, text: key });
  notify.success('first');
  notify.success('second');
  expect(shown(notify).map((toast) => toast.text)).toEqual(['a', 'b', 'c', 'second']);
  notify.close(shown(notify)[1]!.id);
  expect(shown(notify).map((toast) => toast.text)).toEqual(['a', 'c', 'second']);
});
