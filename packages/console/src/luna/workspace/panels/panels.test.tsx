import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { keptTab, openTerminals } from '../../../../test/openTerminals.tsx';
import type { sessionFacts } from '../../../../test/sessionFacts.ts';
import { terminalThemes } from '../../../replay/dark/terminalThemes.ts';

const open = async (facts: Parameters<typeof sessionFacts>[0] = {}) => {
  const page = await openTerminals({ tabs: [keptTab('web')] });
  await page.screen.findByRole('tab', { name: /web/ });
  page.resume('web', facts);
  return page;
};
/** Facts shown in the panel: name and text. */
const factsOf = (panel: HTMLElement) =>
  Object.fromEntries(
    within(panel)
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

test('without a terminal the session panel explains its purpose', async () => {
  const { screen } = await openTerminals({});
  const panel = await screen.findByRole('region', { name: 'Session information' });
  expect(panel.textContent).toContain('Open a terminal to see its session details.');
});

test('the rail opens, switches and closes the side panel', async () => {
  const { screen, user } = await openTerminals({});
  await screen.findByRole('region', { name: 'Session information' });
  const rail = within(screen.getByRole('complementary', { name: 'Side panel' }));
  const shown = () =>
    screen.queryByRole('heading', { level: 2, name: /Session inf|Terminal set/ })?.textContent;
  const pressed = () =>
    ['Session information', 'Terminal settings'].map((name) =>
      rail.getByRole('button', { name }).getAttribute('aria-pressed'),
    );
  expect([shown(), pressed()]).toEqual(['Session information', ['true', 'false']]);
  const settings = rail.getByRole('button', { name: 'Terminal settings' });
  expect(settings.dataset.tipSide).toBe('left');
  await user.click(settings);
  expect([shown(), pressed()]).toEqual(['Terminal settings', ['false', 'true']]);
  await user.click(settings);
  expect(shown()).toBeUndefined();
  await user.click(settings);
  await user.click(rail.getByRole('button', { name: 'Close panel' }));
  expect(shown()).toBeUndefined();
});

test('the session panel lists every fact of the session', async () => {
  const { screen } = await open({
    gateway: 'jump',
    watchers: ['Bo', 'Cy'],
    actions: ['connect', 'upload', 'download', 'copy', 'paste', 'delete', 'share', 'fly'],
  });
  const panel = screen.getByRole('region', { name: 'Session information' });
  expect(within(panel).getByText('Connected')).toBeTruthy();
  expect(factsOf(panel)).toEqual({
    Asset: 'web10.0.0.5',
    Account: 'deployDeploy',
    User: 'Ann Lee (ann)',
    Protocol: 'ssh',
    Gateway: 'jump',
    Started: expect.stringMatching(/^2026-05-20 /),
    'Access ends': 'No end',
    'Session limit': expect.stringMatching(/^2026-05-21 /),
    'Idle limit': '30 minutes',
    Recording: 'On',
    Clipboard: 'Copy and paste allowed',
    'Allowed actions': 'Connect, Upload, Download, Copy, Paste, Delete, Share session',
    Watching: 'Bo, Cy',
    'Host key': 'SHA256:x',
    Session: 's-web',
  });
});

test('missing session facts are left out or shown as dashes', async () => {
  const { screen } = await open({
    account: { name: 'root', username: '' },
    date_max: '',
    recorded: false,
    actions: [],
    host_key_fingerprint: '',
  });
  const facts = factsOf(screen.getByRole('region', { name: 'Session information' }));
  expect(facts).toMatchObject({
    Account: 'root',
    'Session limit': '–',
    Recording: 'Off',
    Clipboard: 'No copy and paste',
    'Allowed actions': '–',
    'Host key': '–',
  });
  expect(Object.keys(facts)).not.toContain('Gateway');
  expect(Object.keys(facts)).not.toContain('Watching');
});

test('the organization of a session is named if the user belongs to it', async () => {
  const page = await openTerminals({ tabs: [keptTab('web')] });
  const named = (id: string, name: string) => ({
    ...{ id, name, icon: '', disabled: false, is_default: false, is_root: false },
  });
  page.platform.session.set({ workbenchOrgs: [named('n', 'North'), named('o', 'Ocean')] });
  await page.screen.findByRole('tab', { name: /web/ });
  page.resume('web');
  const panel = page.screen.getByRole('region', { name: 'Session information' });
  expect(factsOf(panel).Organization).toBe('Ocean');
});

test('before the gateway responds, the panel shows only asset and account', async () => {
  const { screen } = await openTerminals({ tabs: [keptTab('web')] });
  await screen.findByRole('tab', { name: /web/ });
  expect(factsOf(screen.getByRole('region', { name: 'Session information' }))).toEqual({
    Asset: 'web10.0.0.5',
    Account: 'deploy',
  });
});

test('the Copy buttons copy the host key and the session id', async () => {
  const { screen, user } = await open();
  const written = vi.spyOn(navigator.clipboard, 'writeText');
  const panel = within(screen.getByRole('region', { name: 'Session information' }));
  const [hostKey, session] = panel.getAllByRole('button', { name: 'Copy' });
  expect(hostKey?.dataset.tipSide).toBe('left');
  await user.click(hostKey!);
  expect(await screen.findByText('Copied')).toBeTruthy();
  await user.click(session!);
  expect(written.mock.calls).toEqual([['SHA256:x'], ['s-web']]);
});

const openSettings = async () => {
  const page = await openTerminals({});
  await page.screen.findByRole('region', { name: 'Session information' });
  const rail = page.screen.getByRole('complementary', { name: 'Side panel' });
  await page.user.click(within(rail).getByRole('button', { name: 'Terminal settings' }));
  const panel = within(page.screen.getByRole('region', { name: 'Terminal settings' }));
  const kept = () => JSON.parse(localStorage.getItem('luna.preferences.me') ?? '{}');
  return { ...page, panel, kept };
};

test('a colour scheme is chosen by its swatches', async () => {
  const { panel, user, kept } = await openSettings();
  const group = within(panel.getByRole('group', { name: 'Colours' }));
  const names = group.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent);
  expect(names).toEqual(['Gatehouse', 'High contrast', 'Solarized', 'Paper']);
  const checked = () =>
    group.getAllByRole('radio', { checked: true }).map((radio) => radio.closest('label')?.textContent);
  expect(checked()).toEqual(['Gatehouse']);
  await user.click(group.getByText('Paper'));
  expect(checked()).toEqual(['Paper']);
  expect(kept().theme).toBe('paper');
  const swatches = [...group.getByText('Paper').closest('label')!.querySelectorAll<HTMLElement>('i')];
  expect(swatches).toHaveLength(7);
  for (const swatch of swatches) expect(swatch.style.background).not.toBe('');
  const radios = group.getAllByRole('radio') as HTMLInputElement[];
  expect(new Set(radios.map(({ name }) => name)).size).toBe(1);
});

test('changes to size, spacing, cursor and scrollback apply at once and are kept', async () => {
  const { panel, user, kept } = await openSettings();
  await user.click(panel.getByRole('button', { name: 'Larger text' }));
  expect(kept().fontSize).toBe(15);
  await user.click(panel.getByRole('button', { name: 'Smaller text' }));
  await user.click(panel.getByRole('button', { name: 'Smaller text' }));
  expect(kept().fontSize).toBe(13);
  const size = panel.getByRole('spinbutton', { name: 'Font size' });
  await user.clear(size);
  expect(kept().fontSize).toBe(13);
  await user.type(size, '2');
  expect(kept().fontSize).toBe(32);
  const options = (name: string) =>
    within(panel.getByRole('combobox', { name }))
      .getAllByRole('option')
      .map((option) => option.textContent);
  expect(options('Line spacing')).toEqual(['compact', 'normal', 'wide']);
  await user.selectOptions(panel.getByRole('combobox', { name: 'Line spacing' }), 'wide');
  expect(kept().lineHeight).toBe(1.4);
  expect(options('Cursor')).toEqual(['block', 'underline', 'bar']);
  await user.selectOptions(panel.getByRole('combobox', { name: 'Cursor' }), 'bar');
  expect(kept().cursorStyle).toBe('bar');
  expect(options('Scrollback')).toEqual(['1,000 lines', '5,000 lines', '10,000 lines', '50,000 lines']);
  await user.selectOptions(panel.getByRole('combobox', { name: 'Scrollback' }), '10,000 lines');
  expect(kept().scrollback).toBe(10_000);
});

test('each settings switch has an explanation and is kept; Reset restores the defaults', async () => {
  const { panel, user, kept } = await openSettings();
  const before = panel.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked);
  const switches: [label: RegExp, name: string][] = [
    [/^Blinking cursor$/, 'cursorBlink'],
    [/^Right click pastes ?With a selection/, 'rightClickPaste'],
    [/^Ask before pasting several lines ?Only/, 'warnMultiline'],
    [/^Backspace sends Ctrl\+H ?For some/, 'backspaceAsCtrlH'],
    [/^Increase contrast ?Raises/, 'strongContrast'],
    [/^Screen reader mode ?Makes/, 'screenReader'],
  ];
  expect(before).toHaveLength(switches.length);
  for (const [label, name] of switches) {
    const box = panel.getByRole<HTMLInputElement>('checkbox', { name: label });
    const was = box.checked;
    await user.click(box);
    expect(kept()[name], name).toBe(!was);
  }
  await user.click(panel.getByRole('button', { name: 'Reset settings' }));
  expect(panel.getAllByRole<HTMLInputElement>('checkbox').map((box) => box.checked)).toEqual(before);
});

test.each(Object.entries(terminalThemes))(
  'theme %s defines every colour, each in six hexadecimal digits',
  (_name, theme) => {
    const ansi = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];
    const bright = ansi.map((name) => `bright${name[0]?.toUpperCase()}${name.slice(1)}`);
    const ground = ['background', 'foreground', 'cursor', 'cursorAccent', 'selectionBackground'];
    const colours = Object.entries(theme);
    for (const [name, colour] of colours) expect(colour, name).toMatch(/^#[0-9A-F]{6}$/);
    const names = colours.map(([name]) => name);
    expect(names.toSorted()).toEqual([...ground, ...ansi, ...bright].toSorted());
  },
);
