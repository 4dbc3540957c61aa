import {
  choiceWords,
  parseChoice,
  SPECIFIED,
  VIRTUAL,
  type VirtualAccount,
} from '@gatehouse/contract/accounts/accountChoice.ts';
import { Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../engine/fields/FieldUi.ts';
import { useUsernameSuggestions } from './useUsernameSuggestions.ts';

type Props = InputProps & {
  /** Form fields whose assets and nodes suggest usernames, and the field with their organization. */
  sources: { assets: string; nodes: string; org: string };
};

const wordsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const isVirtual = (word: string): word is VirtualAccount => VIRTUAL.some((known) => known === word);

/** The choice after a change of the tags; all accounts and named ones exclude each other: the later one counts. */
const chosenOf = (tags: readonly string[], before: readonly string[]): string[] => {
  const virtual = tags.filter(isVirtual);
  const names = tags.filter((tag) => !isVirtual(tag) && !tag.startsWith('@'));
  const isAllNew = virtual.includes('@ALL') && !before.includes('@ALL');
  if (isAllNew) return choiceWords({ virtual, isSpecified: false, names: [] });
  const kept = names.length > 0 ? virtual.filter((word) => word !== '@ALL') : virtual;
  return choiceWords({ virtual: kept, isSpecified: names.length > 0 || kept.length === 0, names });
};

/** The accounts to connect as, on one line: virtual ones and usernames as tags. */
export function AccountTagsInput({ value, onChange, disabled, sources, ...props }: Props) {
  const { t } = useTranslation('resources');
  const form = Form.useFormInstance();
  const filledIn = Form.useWatch((all: Record<string, unknown>) => all, form) ?? {};
  const [typed, setTyped] = useState('');
  const words = wordsOf(value);
  const { virtual, names } = parseChoice(words);
  const suggestions = useUsernameSuggestions({
    username: typed,
    assets: filledIn[sources.assets],
    nodes: filledIn[sources.nodes],
    oid: filledIn[sources.org],
  });
  const usernames = [...new Set([...names, ...suggestions])];
  return (
    <Select
      mode="tags"
      style={{ width: '100%' }}
      id={props.id}
      aria-label={props['aria-label'] ?? props.meta.label}
      disabled={disabled}
      tokenSeparators={[',', ' ', ';']}
      showSearch={{ searchValue: typed, onSearch: setTyped, optionFilterProp: 'label' }}
      options={[
        ...VIRTUAL.map((word) => ({ value: word, label: t(`account.virtual.${word.slice(1)}`) })),
        ...usernames.map((name) => ({ value: name, label: name })),
      ]}
      value={[...virtual, ...names]}
      onChange={(tags: string[]) => {
        setTyped('');
        onChange?.(
          chosenOf(
            tags.filter((tag) => tag !== SPECIFIED),
            words,
          ),
        );
      }}
    />
  );
}
