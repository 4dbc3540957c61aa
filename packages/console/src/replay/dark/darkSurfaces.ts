import { cssVariables, palettes } from '../../theme/tokens.ts';

/**
 * Colours of terminal, recording and monitor: those of the dark theme on a deeper background, whatever theme
 * the user has chosen.
 */
export const darkSurfaces = cssVariables({
  ...palettes.dark,
  layout: '#0A0E14',
  sunken: '#0D1117',
  primary: '#85B0F8',
});
