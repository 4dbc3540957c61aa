import type { i18n } from 'i18next';

type Texts = { [key: string]: string | Texts };

const files = import.meta.glob<{ default: Texts }>('../../../contract/src/locales/*/gateway.json');

/** Placeholders are `{name}` in the contract's texts, but `{{name}}` for the console's translator. */
const doubled = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [
      key,
      typeof text === 'string' ? text.replace(/\{(\w+)\}/g, '{{$1}}') : doubled(text),
    ]),
  );

/** Adds the texts shared with the gateway, as the namespace `gateway`. */
export const loadGatewayTexts = async (i18n: i18n): Promise<void> => {
  const load = files[`../../../contract/src/locales/${i18n.language}/gateway.json`];
  if (load) i18n.addResourceBundle(i18n.language, 'gateway', doubled((await load()).default));
};
