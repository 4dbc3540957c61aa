import type { SettingName } from '@gatehouse/contract/settings/catalogue.ts';

/** Settings that hold the name of an uploaded picture. */
export const pictureSettings = [
  'INTERFACE_LOGO_INDEX',
  'INTERFACE_LOGO_LOGOUT',
  'INTERFACE_FAVICON',
  'INTERFACE_LOGIN_IMAGE',
] as const satisfies readonly SettingName[];

/** Whether a setting holds the name of an uploaded picture. */
export const isPicture = (name: string): boolean => pictureSettings.some((picture) => picture === name);

/** Whether a text names a picture as uploads are named: by its content. */
export const isPictureName = (text: string): boolean => /^[0-9a-f]{64}\.(png|jpg)$/.test(text);
