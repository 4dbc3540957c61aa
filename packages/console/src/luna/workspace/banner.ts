import type { SessionFacts } from '@gatehouse/contract/wire/gateway.ts';
import type { TFunction } from 'i18next';
import { accessEndOf } from './accessEnd.ts';

const DIM = '\x1b[90m';
const PLAIN = '\x1b[0m';

const isPrintable = (letter: string) => {
  const code = letter.codePointAt(0) ?? 0;
  return code >= 0x20 && (code < 0x7f || code > 0x9f);
};

/** The text without control characters, which the terminal would execute. */
const harmless = (text: string) => [...text].filter(isPrintable).join('');

/**
 * First line of a new session: the account, whether the session is recorded, and when the permission ends.
 */
export const bannerText = (facts: SessionFacts, language: string, t: TFunction): string => {
  const end = accessEndOf(facts);
  const sentences = [
    t('banner.as', { username: harmless(facts.account.username || facts.account.name) }),
    facts.recorded && t('banner.recorded'),
    end && t('banner.until', { time: end }),
  ];
  const gap = language === 'en' ? ' ' : '';
  return `${DIM}${sentences.filter(Boolean).join(gap)}${PLAIN}\r\n\r\n`;
};
