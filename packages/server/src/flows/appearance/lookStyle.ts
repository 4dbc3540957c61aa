import { mixed, readable } from '@gatehouse/contract/look/contrast.ts';
import type { Settings } from '../../platform/settings.ts';
import { lookColour } from './look.ts';

/** Grounds of the pages that the server draws, and where their links turn when pointed at. */
const grounds = {
  light: { ground: '#ffffff', hover: '#000000' },
  dark: { ground: '#151b24', hover: '#ffffff' },
};

/** The colour of the theme for pages that the server draws, made readable in light and dark; empty without one. */
export const lookStyle = (settings: Pick<Settings, 'get'>): string => {
  const colour = lookColour(settings);
  const of = (theme: 'light' | 'dark') => readable(colour, grounds[theme].ground, theme);
  const [light, dark] = [of('light'), of('dark')];
  if (!light || !dark) return '';
  const hover = [mixed(light, grounds.light.hover, 0.2), mixed(dark, grounds.dark.hover, 0.2)];
  return `:root{--primary:light-dark(${light},${dark});--primaryHover:light-dark(${hover.join(',')})}\n`;
};
