import type { Palette, ThemeName } from './tokens.ts';

type Rgb = [number, number, number];

const HEX = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
const SHORT_HEX = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/i;
const WANTED = 4.5;
const STEPS = 40;

const rgbOf = (colour: string): Rgb | undefined => {
  const text = colour.trim();
  const long = HEX.exec(text);
  const short = SHORT_HEX.exec(text);
  const parts = long?.slice(1) ?? short?.slice(1).map((digit) => digit + digit);
  return parts?.map((part) => Number.parseInt(part, 16)) as Rgb | undefined;
};

const hexOf = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const luminance = (rgb: Rgb) => {
  const [r, g, b] = rgb.map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};

/** Contrast of two colours as WCAG defines it; 1 if either cannot be parsed. */
export const contrast = (one: string, other: string): number => {
  const [a, b] = [rgbOf(one), rgbOf(other)];
  if (!a || !b) return 1;
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
};

const mix = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((part, i) => part + ((to[i] as number) - part) * share) as Rgb;

/**
 * The colour, made darker (in the dark theme lighter) until it is readable on the background; undefined if it
 * cannot be parsed or made readable.
 */
export const readable = (colour: string, background: string, theme: ThemeName): string | undefined => {
  const from = rgbOf(colour);
  if (!from) return undefined;
  const to: Rgb = theme === 'dark' ? [255, 255, 255] : [0, 0, 0];
  for (let step = 0; step <= STEPS; step += 1) {
    const candidate = hexOf(mix(from, to, step / STEPS));
    if (contrast(candidate, background) >= WANTED) return candidate;
  }
  return undefined;
};

/**
 * The palette with a custom colour for links, checked inputs, focus and selection, if that colour can be made
 * readable. Buttons, text, status and brass keep their colours.
 */
export const withCustomColour = (palette: Palette, colour: string | undefined, theme: ThemeName): Palette => {
  const primary = colour && readable(colour, palette.container, theme);
  if (!primary) return palette;
  const base = rgbOf(primary) as Rgb;
  const ground = rgbOf(palette.container) as Rgb;
  const tint = hexOf(mix(ground, base, theme === 'dark' ? 0.2 : 0.1));
  return {
    ...palette,
    primary,
    primaryHover: hexOf(mix(base, theme === 'dark' ? [255, 255, 255] : [0, 0, 0], 0.2)),
    fill: primary,
    focus: primary,
    selected: tint,
    menuSelected: tint,
    menuSelectedText: readable(primary, tint, theme) ?? primary,
  };
};
