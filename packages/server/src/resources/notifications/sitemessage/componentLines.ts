import type { MessageParams } from '@gatehouse/contract/errors.ts';
import type { Language } from '../../../platform/i18n.ts';

/** What a component lacks, as a message keeps it: shares in percent, and the load of its processors. */
export type ComponentTrouble = {
  name: string;
  offline?: true;
  disk?: number;
  memory?: number;
  load?: number;
};

type Translate = (key: string, params?: MessageParams) => string;

const tags: Record<Language, string> = { 'zh-hans': 'zh-Hans', 'zh-hant': 'zh-Hant', en: 'en', ja: 'ja' };

/** Messages of older versions hold the text itself. */
const troublesIn = (kept: string): ComponentTrouble[] | undefined => {
  try {
    const found: unknown = JSON.parse(kept);
    return Array.isArray(found) ? found : undefined;
  } catch {
    return undefined;
  }
};

/** A line for each component, with words and numbers of the reader's language. */
export const componentLines = (kept: string, t: Translate, language: Language): string => {
  const amount = new Intl.NumberFormat(tags[language], { maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(tags[language], { style: 'percent', maximumFractionDigits: 1 });
  const lineOf = ({ name, offline, disk, memory, load }: ComponentTrouble): string => {
    const told = (what: string, value?: string) =>
      value === undefined ? [] : [t(`messages.components.${what}`, { value })];
    const parts = [
      ...(offline ? [t('messages.components.offline')] : []),
      ...told('disk', disk === undefined ? undefined : share.format(disk / 100)),
      ...told('memory', memory === undefined ? undefined : share.format(memory / 100)),
      ...told('load', load === undefined ? undefined : amount.format(load)),
    ];
    return t('messages.components.line', { name, parts: parts.join(t('messages.components.joint')) });
  };
  return troublesIn(kept)?.map(lineOf).join('\n') ?? kept;
};
