import { readFileSync } from 'node:fs';
import type { GateTexts } from './notices.ts';

type Texts = Record<keyof GateTexts, string>;

const LANGUAGES = ['zh-hans', 'zh-hant', 'en', 'ja'];
const load = (language: string): Texts => {
  const place = import.meta.resolve(`@gatehouse/contract/locales/${language}/gateway.json`);
  return (JSON.parse(readFileSync(new URL(place), 'utf8')) as { gate: Texts }).gate;
};
const loaded = new Map<string, Texts>();

const textsOf = (language: string): Texts => {
  const known = loaded.get(language) ?? load(language);
  loaded.set(language, known);
  return known;
};
const fill = (text: string, params: Record<string, string | number>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));

/** The gate's texts in the language of a window. */
export const gateTexts = (language: string | undefined): GateTexts => {
  const texts = textsOf(LANGUAGES.find((known) => known === language) ?? 'en');
  return {
    ...texts,
    rejected: (rule) => fill(texts.rejected, { rule }),
    waiting: (seconds) => fill(texts.waiting, { seconds }),
    refused: (by) => fill(texts.refused, { by }),
    unasked: (reason) => fill(texts.unasked, { reason }),
  };
};
