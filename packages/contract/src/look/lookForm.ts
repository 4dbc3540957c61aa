import { defineForm } from '../call/defineForm.ts';
import { field } from '../resource/fields.ts';
import { themeNames } from './themes.ts';

/** Pictures of the pages that an administrator may replace. */
export const lookImages = ['logo_index', 'logo_logout', 'favicon', 'login_image'] as const;

/** Name of such a picture. */
export type LookImage = (typeof lookImages)[number];

/** The setting behind each field; those of pictures hold the name of an uploaded one. */
export const lookSettings = {
  login_title: 'INTERFACE_LOGIN_TITLE',
  theme: 'INTERFACE_THEME',
  theme_color: 'INTERFACE_COLOUR',
  footer_content: 'INTERFACE_FOOTER',
  logo_index: 'INTERFACE_LOGO_INDEX',
  logo_logout: 'INTERFACE_LOGO_LOGOUT',
  favicon: 'INTERFACE_FAVICON',
  login_image: 'INTERFACE_LOGIN_IMAGE',
} as const;

const picture = field.text({ max: 256, help: true });

/** How the pages look; pictures are uploaded, and told as their addresses. */
export const lookForm = defineForm({
  app: 'forms',
  name: 'interface',
  mode: 'patch',
  fields: {
    login_title: field.text({ max: 1024, required: true, help: true }),
    theme: field.choice({ choices: themeNames, plain: true }),
    theme_color: field.text({ max: 7, help: true }),
    logo_index: picture,
    logo_logout: picture,
    favicon: picture,
    login_image: picture,
    footer_content: field.text({ max: 4096, multiline: true, help: true }),
  },
});
