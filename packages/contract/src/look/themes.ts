import { mixed } from './contrast.ts';

/** Name of the theme without colours of its own, and of the one whose colour an administrator chooses. */
export const [PLAIN_THEME, OWN_THEME] = ['classic_green', 'custom'] as const;

/** The colour of each theme; the usual one has none, so that the product's own colours stay. */
const colours = {
  [PLAIN_THEME]: '',
  teal: '#0e7c86',
  forest: '#1a7f4b',
  violet: '#6b46c1',
  wine: '#9b2c4d',
  amber: '#9a5b00',
  slate: '#44546a',
  [OWN_THEME]: '',
} as const;

/** Names of the themes; the first is the usual one. */
export const themeNames = Object.keys(colours) as (keyof typeof colours)[];

/** A colour as themes take it: `#rrggbb`. */
export const isThemeColour = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

const isName = (name: string): name is keyof typeof colours => name in colours;

/** The colour of a theme, or the administrator's own; empty for the product's colours. */
export const themeColour = (name: string, own: string): string => {
  if (name === OWN_THEME) return isThemeColour(own) ? own : '';
  return isName(name) ? colours[name] : '';
};

/** The variables that clients of the protocol set for a colour (reference 07 §8); none for the product's colours. */
export const themeVariables = (colour: string): Record<string, string> =>
  colour
    ? {
        '--color-primary': colour,
        '--banner-bg': mixed(colour, '#000000', 0.2),
        '--menu-text-active': colour,
        '--menu-hover': mixed(colour, '#ffffff', 0.9),
      }
    : {};
