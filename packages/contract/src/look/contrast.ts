type Rgb = [number, number, number];

const HEX = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i;
const SHORT_HEX = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/i;
const STEPS = 40;

/** The least contrast of text and background that WCAG asks for at level AA. */
export const ENOUGH_CONTRAST = 4.5;

const rgbOf = (colour: string): Rgb | undefined => {
  const text = colour.trim();
  const long = HEX.exec(text);
  const short = SHORT_HEX.exec(text);
  const parts = long?.slice(1) ?? short?.slice(1).map((digit) => digit + digit);
  const [r, g, b] = (parts ?? []).map((part) => Number.parseInt(part, 16));
  return r === undefined || g === undefined || b === undefined ? undefined : [r, g, b];
};

const hexOf = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const linear = (part: number) => {
  const value = part / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

const luminance = ([r, g, b]: Rgb) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);

/** Contrast of two colours as WCAG defines it; 1 if either cannot be parsed. */
export const contrast = (one: string, other: string): number => {
  const [a, b] = [rgbOf(one), rgbOf(other)];
  if (!a || !b) return 1;
  const [x, y] = [luminance(a), luminance(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
};

/** The first colour with a share of the second one; itself if either cannot be parsed. */
export const mixed = (from: string, to: string, share: number): string => {
  const [a, b] = [rgbOf(from), rgbOf(to)];
  if (!a || !b) return from;
  const part = (at: 0 | 1 | 2) => a[at] + (b[at] - a[at]) * share;
  return hexOf([part(0), part(1), part(2)]);
};

/**
 * The colour, made darker (in the dark theme lighter) until it is readable on the background; undefined if it
 * cannot be parsed or made readable.
 */
export const readable = (colour: string, background: string, theme: 'light' | 'dark'): string | undefined => {
  if (!rgbOf(colour)) return undefined;
  const to = theme === 'dark' ? '#ffffff' : '#000000';
  for (let step = 0; step <= STEPS; step += 1) {
    const candidate = mixed(colour, to, step / STEPS);
    if (contrast(candidate, background) >= ENOUGH_CONTRAST) return candidate;
  }
  return undefined;
};
