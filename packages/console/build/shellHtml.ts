import { cssVariables, type Palette, palettes } from '../src/theme/tokens.ts';

const used = ['layout', 'side', 'container', 'sunken', 'line', 'line2'] as const;

const variables = (palette: Palette): string => {
  const all = cssVariables(palette);
  return used.map((name) => `--${name}:${all[`--${name}`]}`).join(';');
};

/** Colours of the picture: those of the theme that the script has found, without scripts those of the system. */
const colours = (): string => {
  const { light, dark } = palettes;
  return [
    `:root{${variables(light)}}`,
    `@media (prefers-color-scheme:dark){:root{${variables(dark)}}}`,
    `:root[data-theme=light]{${variables(light)};color-scheme:light;background:${light.layout}}`,
    `:root[data-theme=dark]{${variables(dark)};color-scheme:dark;background:${dark.layout}}`,
  ].join('');
};

const squeezed = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ ?([{}:;,>]) ?/g, '$1')
    .trim();

/** Parts of the page for signed-in users. */
export type ShellParts = { picture: string; style: string; script: string };

/**
 * The page for signed-in users, made from the one the build has written: its picture of the shell is painted
 * before any style sheet or script is there, and its script sends the first requests. Style sheets stand behind
 * the picture, since a browser paints nothing that follows one it waits for.
 */
export const shellHtml = (page: string, { picture, style, script }: ShellParts): string => {
  const sheets = page.match(/[ \t]*<link rel="stylesheet"[^>]*>\n?/g) ?? [];
  const bare = sheets.reduce((text, sheet) => text.replace(sheet, ''), page);
  const body = [
    `<style>${colours()}${squeezed(style)}</style>`,
    `<script>${script.trim()}</script>`,
    picture.replace(/>\s+</g, '><').trim(),
    ...sheets.map((sheet) => sheet.trim()),
    '<div id="root" aria-busy="true"></div>',
  ].join('\n    ');
  const whole = bare.replace('<div id="root"></div>', () => body);
  if (whole === bare) throw new Error('The page of the console has no empty root');
  return whole;
};
