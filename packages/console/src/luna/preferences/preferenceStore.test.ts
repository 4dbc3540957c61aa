import { expect, test, vi } from 'vitest';
import { fakePlatform } from '../../../test/fakePlatform.ts';
import { answer, fakeServer } from '../../../test/fakeServer.ts';
import { makePreferenceStore } from './preferenceStore.ts';
import { defaults, readPreferences } from './preferences.ts';

const PREFERENCE = '/api/v1/users/preference/';

const openStore = async (found: unknown = {}) => {
  const server = fakeServer({ [`GET ${PREFERENCE}`]: found, [`PATCH ${PREFERENCE}`]: answer(500, {}) });
  const platform = await fakePlatform(server);
  const errors = vi.spyOn(platform.notify, 'error');
  const make = (userId = 'ann') => makePreferenceStore({ ...platform, userId });
  return { server, make, errors };
};

test('preferences load from the server, and a failed load shows no error', async () => {
  const { make, server, errors } = await openStore({
    command_line: { character_terminal_font_size: 20, is_backspace_as_ctrl_h: true },
  });
  const preferences = make();
  expect(preferences.get()).toEqual(defaults);
  await preferences.load();
  expect(preferences.get()).toEqual({ ...defaults, fontSize: 20, backspaceAsCtrlH: true });
  expect(server.calls('GET', PREFERENCE)).toMatchObject([{ query: { category: 'luna' } }]);
  const refused = await openStore(answer(500, {}));
  const others = refused.make();
  await others.load();
  expect(others.get()).toEqual(defaults);
  expect([...errors.mock.calls, ...refused.errors.mock.calls]).toEqual([]);
});

test('changes are stored at once and sent together after a pause, and a rejected save shows no error', async () => {
  const { make, server, errors } = await openStore();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const preferences = make();
  preferences.change({ fontSize: 15 });
  preferences.change({ theme: 'paper' });
  vi.advanceTimersByTime(599);
  preferences.change({ fontSize: 16, rightClickPaste: true });
  expect(make().get()).toEqual({ ...defaults, fontSize: 16, theme: 'paper', rightClickPaste: true });
  expect(make('bob').get()).toEqual(defaults);
  vi.advanceTimersByTime(599);
  expect(server.calls('PATCH', PREFERENCE)).toEqual([]);
  vi.advanceTimersByTime(1);
  await vi.waitFor(() => expect(server.calls('PATCH', PREFERENCE)).toHaveLength(1));
  expect(server.calls('PATCH', PREFERENCE)[0]).toMatchObject({
    query: { category: 'luna' },
    body: { command_line: { character_terminal_font_size: 16, is_right_click_quickly_paste: true } },
  });
  preferences.change({ cursorStyle: 'bar' });
  vi.advanceTimersByTime(600);
  await Promise.resolve();
  expect(server.calls('PATCH', PREFERENCE)).toHaveLength(1);
  expect(errors).not.toHaveBeenCalled();
});

test('valid stored values are used, invalid ones replaced by defaults', () => {
  const own = {
    fontSize: 20,
    lineHeight: 1.4,
    theme: 'paper',
    cursorStyle: 'underline',
    cursorBlink: true,
    scrollback: 1000,
    rightClickPaste: true,
    backspaceAsCtrlH: true,
    warnMultiline: false,
    screenReader: true,
    strongContrast: true,
  } as const;
  expect(readPreferences(own)).toEqual(own);
  for (const wrong of ['x', 7.5, {}, Number.NaN])
    for (const name of Object.keys(own)) {
      const read = readPreferences({ ...own, [name]: wrong }, defaults);
      const isNumber = wrong === 7.5 && (name === 'fontSize' || name === 'scrollback');
      if (!isNumber)
        expect(read, `${name} ${wrong}`).toEqual({ ...own, [name]: defaults[name as keyof typeof own] });
    }
  expect(readPreferences('x')).toEqual(defaults);
});
