import type { LookImage, lookSettings } from '@gatehouse/contract/look/lookForm.ts';
import { themeColour, themeVariables } from '@gatehouse/contract/look/themes.ts';
import type { Settings } from '../../platform/settings.ts';

/** The setting that holds the name of an uploaded picture. */
export const imageSettings = {
  logo_index: 'INTERFACE_LOGO_INDEX',
  logo_logout: 'INTERFACE_LOGO_LOGOUT',
  favicon: 'INTERFACE_FAVICON',
  login_image: 'INTERFACE_LOGIN_IMAGE',
} as const satisfies Pick<typeof lookSettings, LookImage>;

/** The product's own pictures. */
const ownImages: Record<LookImage, string> = {
  logo_index: '/static/mark.svg',
  logo_logout: '/static/mark.svg',
  favicon: '/static/mark.svg',
  login_image: '/static/arches.svg',
};

/** Folder of uploaded pictures in the store; the address `/media/settings/` leads to it. */
export const IMAGE_FOLDER = 'media/settings/';

/** The address of a picture of the pages. */
export const imageAddress = (image: LookImage, settings: Pick<Settings, 'get'>): string => {
  const name = settings.get(imageSettings[image]);
  return name ? `/${IMAGE_FOLDER}${name}` : ownImages[image];
};

/** The colour of the theme; empty for the product's colours. */
export const lookColour = (settings: Pick<Settings, 'get'>): string =>
  themeColour(settings.get('INTERFACE_THEME'), settings.get('INTERFACE_COLOUR'));

/** How the pages look. */
export type Look = ReturnType<typeof lookOf>;

/** How the pages look, as every client may read it (reference 07 §8). */
export const lookOf = (settings: Pick<Settings, 'get'>) => {
  const colour = lookColour(settings);
  const theme_info: { name?: string; colors?: Record<string, string> } = colour
    ? { name: settings.get('INTERFACE_THEME'), colors: themeVariables(colour) }
    : {};
  return {
    logo_logout: imageAddress('logo_logout', settings),
    logo_index: imageAddress('logo_index', settings),
    login_image: imageAddress('login_image', settings),
    favicon: imageAddress('favicon', settings),
    login_title: settings.get('INTERFACE_LOGIN_TITLE'),
    theme: settings.get('INTERFACE_THEME'),
    theme_info,
    footer_content: settings.get('INTERFACE_FOOTER'),
  };
};
