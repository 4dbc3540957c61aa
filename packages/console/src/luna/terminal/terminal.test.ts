import { expect, test } from 'vitest';
import { defaults, readPreferences, serverPart, withServer } from '../preferences/preferences.ts';
import { commandOf } from './keys.ts';
import { pastePreview, pasteRisk } from './paste.ts';

const press = (key: string, mods = '', code = '') => ({
  key,
  code,
  ctrlKey: mods.includes('c'),
  shiftKey: mods.includes('s'),
  altKey: mods.includes('a'),
  metaKey: mods.includes('m'),
});

test.each([
  [press('c', 'c'), null],
  [press('C', 'cs'), 'copy'],
  [press('V', 'cs'), 'paste'],
  [press('F', 'cs'), 'find'],
  [press('F6', 'cs'), 'leave'],
  [press('F6'), null],
  [press('=', 'c'), 'bigger'],
  [press('-', 'c'), 'smaller'],
  [press('_', 'cs'), null],
  [press('0', 'c'), 'resetSize'],
  [press('Insert', 's'), 'paste'],
  [press('˚', 'a', 'KeyK'), 'palette'],
  [press('PageDown', 'a'), 'nextTab'],
  [press('PageDown'), null],
])('key %o means %s', (event, command) => {
  expect(commandOf(event, false)).toBe(command);
});

test('on a Mac Command copies and pastes, Control stays with the shell', () => {
  expect(commandOf(press('c', 'm'), true)).toBe('copy');
  expect(commandOf(press('c', 'm'), false)).toBeNull();
  expect(commandOf(press('v', 'c'), true)).toBeNull();
});

test('without bracketed paste, pasting several lines asks first; one line with its line end does not', () => {
  expect(pasteRisk('ls\n', false)).toBeNull();
  expect(pasteRisk('ls\npwd', false)).toEqual({ lines: 2, isLong: false });
  expect(pasteRisk('ls\r\npwd\r\n', false)?.lines).toBe(2);
  expect(pasteRisk('ls\npwd', true)).toBeNull();
  expect(pasteRisk('x'.repeat(20_000), true)?.isLong).toBe(true);
});

test('the preview of a paste has at most nine lines', () => {
  expect(pastePreview('a\nb')).toBe('a\nb');
  expect(pastePreview('x\n'.repeat(50)).split('\n')).toHaveLength(9);
});

test('invalid stored preferences fall back field by field', () => {
  expect(readPreferences({ fontSize: 900, theme: 'nope', scrollback: '7', cursorStyle: 'bar' })).toEqual({
    ...defaults,
    fontSize: 32,
    cursorStyle: 'bar',
  });
  expect(readPreferences(null)).toEqual(defaults);
});

test("the server's font size and paste setting win, the rest stays local", () => {
  const answer = { command_line: { character_terminal_font_size: 18, is_right_click_quickly_paste: true } };
  expect(withServer({ ...defaults, cursorStyle: 'bar' }, answer)).toEqual({
    ...defaults,
    cursorStyle: 'bar',
    fontSize: 18,
    rightClickPaste: true,
  });
});

test('only what the server stores is sent to it', () => {
  expect(serverPart({ fontSize: 16, theme: 'paper' })).toEqual({
    command_line: { character_terminal_font_size: 16 },
  });
  expect(serverPart({ theme: 'paper' })).toBeNull();
});
