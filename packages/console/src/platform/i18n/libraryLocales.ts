import type { Locale } from 'antd/es/locale';
import dayjs from 'dayjs';
import type { Language } from './language.ts';

type Loader = () => Promise<{ antd: Locale; dayjs: string }>;

const loaders: Record<Language, Loader> = {
  'zh-hans': async () => {
    const [antd] = await Promise.all([import('antd/es/locale/zh_CN'), import('dayjs/locale/zh-cn')]);
    return { antd: antd.default, dayjs: 'zh-cn' };
  },
  'zh-hant': async () => {
    const [antd] = await Promise.all([import('antd/es/locale/zh_TW'), import('dayjs/locale/zh-tw')]);
    return { antd: antd.default, dayjs: 'zh-tw' };
  },
  en: async () => ({ antd: (await import('antd/es/locale/en_US')).default, dayjs: 'en' }),
  ja: async () => {
    const [antd] = await Promise.all([import('antd/es/locale/ja_JP'), import('dayjs/locale/ja')]);
    return { antd: antd.default, dayjs: 'ja' };
  },
};

/** Sets the language of dates and returns the component library's own texts. */
export const loadLibraryLocale = async (language: Language): Promise<Locale> => {
  const loaded = await loaders[language]();
  dayjs.locale(loaded.dayjs);
  return loaded.antd;
};
