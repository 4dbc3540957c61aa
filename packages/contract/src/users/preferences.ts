import { field, type NestedFields } from '../resource/fields.ts';

/** Personal preferences by program (console, web terminal, gateway) and group, with their defaults. */
export const preferences = {
  lina: {
    basic: {
      has_secret_key: field.computed({ as: 'boolean', readOnly: true }),
      secret_key: field.secret({ max: 1024, writeOnly: true }),
      secret_key_again: field.secret({ max: 1024, writeOnly: true }),
    },
  },
  luna: {
    basic: {
      is_async_asset_tree: field.boolean({ default: true }),
      connect_default_open_method: field.choice({ choices: ['current', 'new'], default: 'current' }),
    },
    graphics: {
      rdp_resolution: field.choice({
        choices: ['auto', '1024x768', '1366x768', '1600x900', '1920x1080'],
        default: 'auto',
      }),
      keyboard_layout: field.choice({
        choices: [
          'en-us-qwerty',
          'en-gb-qwerty',
          'ja-jp-qwerty',
          'fr-fr-azerty',
          'fr-ch-qwertz',
          'fr-be-azerty',
          'tr-tr-qwerty',
          'es-es-qwerty',
          'es-latam-qwerty',
        ],
        default: 'en-us-qwerty',
      }),
      rdp_client_option: field.choices({
        choices: ['full_screen', 'multi_screen', 'drives_redirect'],
        default: ['full_screen'],
      }),
      rdp_color_quality: field.choice({ choices: ['32', '16'], default: '32' }),
      rdp_smart_size: field.choice({ choices: ['0', '1'], default: '0' }),
      applet_connection_method: field.choice({ choices: ['web', 'client'], default: 'web' }),
    },
    command_line: {
      character_terminal_font_size: field.integer({ min: 1, max: 9999, default: 14 }),
      is_backspace_as_ctrl_h: field.boolean({ default: false }),
      is_right_click_quickly_paste: field.boolean({ default: false }),
    },
  },
  koko: {
    basic: {
      file_name_conflict_resolution: field.choice({ choices: ['replace', 'suffix'], default: 'replace' }),
      terminal_theme_name: field.text({ max: 128, default: 'Default' }),
    },
  },
} as const satisfies Record<string, Record<string, NestedFields>>;

/** A program that has preferences. */
export type PreferenceCategory = keyof typeof preferences;
