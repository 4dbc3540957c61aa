import { mixed, readable } from '@gatehouse/contract/look/contrast.ts';
import type { Palette, ThemeName } from './tokens.ts';

/**
 * The palette with a custom colour for links, checked inputs, focus and selection, if that colour can be made
 * readable. Buttons, text, status and brass keep their colours.
 */
export const withCustomColour = (palette: Palette, colour: string | undefined, theme: ThemeName): Palette => {
  const primary = colour && readable(colour, palette.container, theme);
  if (!primary) return palette;
  const tint = mixed(palette.container, primary, theme === 'dark' ? 0.2 : 0.1);
  return {
    ...palette,
    primary,
    primaryHover: mixed(primary, theme === 'dark' ? '#ffffff' : '#000000', 0.2),
    fill: primary,
    focus: primary,
    selected: tint,
    menuSelected: tint,
    menuSelectedText: readable(primary, tint, theme) ?? primary,
  };
};
