import { field } from '../../resource/fields.ts';
import { type SettingCategory, setting } from '../setting.ts';

/** Registration of components, and what they offer users. */
export const terminal = {
  permission: 'settings.change_terminal',
  settings: {
    SECURITY_SERVICE_ACCOUNT_REGISTRATION: setting(field.boolean({ required: true, help: true }), true, {
      effect: 'request',
    }),
    TERMINAL_PASSWORD_AUTH: setting(field.boolean(), true, { effect: 'nothing', component: true }),
    TERMINAL_PUBLIC_KEY_AUTH: setting(field.boolean({ help: true }), true, {
      effect: 'request',
      component: true,
    }),
    TERMINAL_ASSET_LIST_SORT_BY: setting(field.choice({ choices: ['name', 'ip'], plain: true }), 'name', {
      effect: 'nothing',
      component: true,
    }),
    TERMINAL_ASSET_LIST_PAGE_SIZE: setting(
      field.choice({ choices: ['all', 'auto', '10', '15', '25', '50'], plain: true }),
      'auto',
      { effect: 'nothing', component: true },
    ),
    TERMINAL_RAZOR_ENABLED: setting(field.boolean({ required: true }), false, {
      effect: 'nothing',
      public: true,
      component: true,
      licence: true,
    }),
    TERMINAL_MAGNUS_ENABLED: setting(field.boolean({ required: true }), false, {
      effect: 'nothing',
      public: true,
      component: true,
    }),
    TERMINAL_KOKO_SSH_ENABLED: setting(field.boolean({ required: true }), false, {
      effect: 'nothing',
      public: true,
      component: true,
    }),
  },
} as const satisfies SettingCategory;
