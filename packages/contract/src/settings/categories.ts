import { field, type NestedFields } from '../resource/fields.ts';

/** A panel of product settings: who may read and change it, and its keys with their defaults. */
export type SettingCategory = {
  permission: string;
  fields: NestedFields;
  /** Secrets that are good for one place only: they are forgotten when a key that names the place changes without them. */
  bound?: Readonly<Record<string, readonly string[]>>;
};

/** Product settings by category, as `?category=` names them. */
export const settingCategories = {
  chat: {
    permission: 'settings.change_chatai',
    bound: { GPT_API_KEY: ['GPT_BASE_URL', 'GPT_PROXY'] },
    fields: {
      CHAT_AI_ENABLED: field.boolean({ default: false, help: true }),
      GPT_MODEL: field.choice({
        choices: ['gpt-3.5-turbo', 'gpt-3.5-turbo-16k', 'gpt-4', 'gpt-4-32k'],
        default: 'gpt-3.5-turbo',
        plain: true,
        open: true,
      }),
      GPT_BASE_URL: field.text({ max: 1024, format: 'url', default: '', help: true }),
      GPT_API_KEY: field.secret({ max: 1024, writeOnly: true, help: true }),
      GPT_PROXY: field.text({ max: 1024, format: 'url', default: '', help: true }),
    },
  },
} as const satisfies Record<string, SettingCategory>;

/** Name of a category. */
export type SettingCategoryName = keyof typeof settingCategories;
