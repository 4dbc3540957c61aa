import { cssVariables, palettes } from '../../theme/tokens.ts';

/**
 * Dark surfaces of terminal, replay and monitor: the dark theme on a deeper background, whatever the
 * console's theme.
 */
export const darkSurfaces = cssVariables({
  ...palettes.dark,
  layout: '#0A0E14',
  sunken: '#0D1117',
  primary: '#85B0F8',
});
