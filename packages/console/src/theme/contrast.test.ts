import { contrast, readable } from '@gatehouse/contract/look/contrast.ts';
import { expect, test } from 'vitest';
import { withCustomColour } from './contrast.ts';
import { chipGrounds, cssVariables, dark, light, palettes } from './tokens.ts';

test.each(Object.entries(palettes))('every text of the theme %s has a contrast of 4.5:1', (_name, c) => {
  for (const text of [c.text, c.text2, c.text3, c.primary]) {
    for (const ground of [c.container, c.layout, c.side, c.sunken]) {
      expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
  }
  for (const kind of ['ok', 'run', 'wait', 'warn', 'bad', 'off', 'brass'] as const) {
    expect(contrast(c[kind], c[`${kind}Bg`]), kind).toBeGreaterThanOrEqual(4.5);
  }
  expect(contrast(c.onInk, c.ink)).toBeGreaterThanOrEqual(4.5);
  expect(contrast(c.field, c.container)).toBeGreaterThanOrEqual(3);
});

test('a custom colour is darkened or lightened until readable', () => {
  expect(readable('#1E58C0', '#FFFFFF', 'light')).toBe('#1e58c0');
  const onLight = withCustomColour(light, '#FFD400', 'light');
  expect(contrast(onLight.primary, light.container)).toBeGreaterThanOrEqual(4.5);
  expect(onLight.ink).toBe(light.ink);
  const onDark = withCustomColour(dark, '#101840', 'dark');
  expect(contrast(onDark.primary, dark.container)).toBeGreaterThanOrEqual(4.5);
  expect(withCustomColour(light, 'no colour', 'light')).toBe(light);
});

const COLOUR = /^(#[0-9A-F]{6}|rgba\(\d+,\d+,\d+,\.\d+\))$/;
const SHADOW = /^(none|0 \d+px \d+px rgba\(\d+,\d+,\d+,\.\d+\)(, 0 \d+px \d+px rgba\(\d+,\d+,\d+,\.\d+\))?)$/;

test.each(Object.entries(palettes))(
  'every colour and shadow of the %s theme is valid CSS',
  (_name, palette) => {
    for (const [name, value] of Object.entries(palette))
      expect(value, name).toMatch(name.startsWith('shadow') ? SHADOW : COLOUR);
    expect(cssVariables(palette)).toMatchObject({ '--text': palette.text, '--shadowUp': palette.shadowUp });
  },
);

test('white letters are readable on every organization chip', () => {
  for (const ground of chipGrounds) expect(contrast('#FFFFFF', ground)).toBeGreaterThanOrEqual(4.5);
});

test.each([
  ['#000000', '#ffffff', 21],
  ['#fff', '#000', 21],
  ['777777', '#FFFFFF', 4.478],
  ['#0a0a0a', '#000000', 1.061],
  ['#FF0000', '#FFFFFF', 3.998],
  ['#00FF00', '#FFFFFF', 1.372],
  ['#0000FF', '#FFFFFF', 8.592],
  [' #123456 ', '#123456', 1],
  ['no colour', '#FFFFFF', 1],
  ['#FFFFFF', 'no colour', 1],
])('the contrast of %s and %s matches WCAG', (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBeCloseTo(ratio, 2);
});

test('a colour is changed only as much as readability requires', () => {
  expect(readable('#767676', '#FFFFFF', 'light')).toBe('#767676');
  const darker = readable('#8A8A8A', '#FFFFFF', 'light') ?? '';
  expect(contrast(darker, '#FFFFFF')).toBeGreaterThanOrEqual(4.5);
  expect(contrast(darker, '#FFFFFF')).toBeLessThan(4.8);
  expect(readable('#808080', '#757575', 'light')).toBe('#000000');
  expect(readable('#808080', '#808080', 'dark')).toBeUndefined();
  expect(readable('no colour', '#FFFFFF', 'light')).toBeUndefined();
});

test('a custom colour affects only links, focus and selection', () => {
  const changed = (theme: 'light' | 'dark', colour: string) => {
    const custom = withCustomColour(palettes[theme], colour, theme);
    return Object.fromEntries(
      Object.entries(custom).filter(([name, value]) => value !== palettes[theme][name as 'ink']),
    );
  };
  expect(changed('light', '#00695C')).toEqual({
    primary: '#00695c',
    primaryHover: '#00544a',
    fill: '#00695c',
    focus: '#00695c',
    selected: '#e6f0ef',
    menuSelected: '#e6f0ef',
    menuSelectedText: '#00695c',
  });
  expect(changed('dark', '#80CBC4')).toEqual({
    primary: '#80cbc4',
    primaryHover: '#99d5d0',
    fill: '#80cbc4',
    focus: '#80cbc4',
    selected: '#2a3e44',
    menuSelected: '#2a3e44',
    menuSelectedText: '#80cbc4',
  });
  expect(withCustomColour(light, undefined, 'light')).toBe(light);
});
