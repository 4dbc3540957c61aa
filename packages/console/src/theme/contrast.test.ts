import { expect, test } from 'vitest';
import { contrast, readable, withCustomColour } from './contrast.ts';
import { dark, light, palettes } from './tokens.ts';

test.each(Object.entries(palettes))('%s: every text passes 4.5:1 on its background', (_name, c) => {
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
