import CloseOutlined from '@ant-design/icons/CloseOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { Button, Input, Select, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../theme/control/IconButton.tsx';
import type { SelectorAttribute } from './RelatedInputs.tsx';
import { RemoteSelect } from './RemoteSelect.tsx';
import styles from './Selector.module.css';
import { matchesOf, takesMany } from './selectorMatches.ts';

/** One rule of a selector. */
export type AttrRule = { name: string; match: string; value: unknown };

type ValueProps = {
  attribute: SelectorAttribute;
  rule: AttrRule;
  disabled: boolean | undefined;
  label: string;
  onChange: (value: unknown) => void;
};

const many = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function RuleValue({ attribute, rule, disabled, label, onChange }: ValueProps) {
  if (attribute.url) {
    return (
      <RemoteSelect
        aria-label={label}
        url={attribute.url}
        multiple
        disabled={disabled}
        value={many(rule.value)}
        onChange={onChange}
      />
    );
  }
  if (attribute.type === 'bool') {
    return (
      <Switch aria-label={label} disabled={disabled} checked={Boolean(rule.value)} onChange={onChange} />
    );
  }
  if (takesMany(rule.match)) {
    return (
      <Select
        aria-label={label}
        mode={attribute.options ? 'multiple' : 'tags'}
        disabled={disabled}
        tokenSeparators={[',', ';']}
        options={attribute.options}
        value={many(rule.value)}
        onChange={onChange}
      />
    );
  }
  return (
    <Input
      aria-label={label}
      disabled={disabled}
      value={typeof rule.value === 'string' ? rule.value : ''}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

type Props = {
  attributes: readonly SelectorAttribute[];
  rules: readonly AttrRule[];
  disabled?: boolean;
  onChange: (rules: AttrRule[]) => void;
};

/** Rules over attributes; all must match. */
export function SelectorRules({ attributes, rules, disabled, onChange }: Props) {
  const { t } = useTranslation('engine');
  const edit = (index: number, rule: Partial<AttrRule>) =>
    onChange(rules.map((entry, at) => (at === index ? { ...entry, ...rule } : entry)));
  const fresh = (attribute: SelectorAttribute): AttrRule => {
    const match = matchesOf[attribute.type][0] ?? 'exact';
    return {
      name: attribute.name,
      match,
      value: attribute.type === 'bool' ? true : takesMany(match) ? [] : '',
    };
  };
  const first = attributes[0];
  return (
    <div className={styles.rules}>
      {rules.map((rule, index) => {
        const attribute = attributes.find(({ name }) => name === rule.name);
        if (!attribute) return null;
        const label = t('selector.ruleValue', { number: index + 1 });
        return (
          // Rules have no id, so the position is part of the key.
          <div key={`${index.toString()}:${rule.name}`} className={styles.rule}>
            <Select
              aria-label={t('selector.attribute', { number: index + 1 })}
              disabled={disabled}
              value={rule.name}
              options={attributes.map(({ name, label: text }) => ({ value: name, label: text }))}
              onChange={(name) => {
                const next = attributes.find((attribute) => attribute.name === name);
                if (next) edit(index, fresh(next));
              }}
            />
            <Select
              aria-label={t('selector.match', { number: index + 1 })}
              disabled={disabled}
              value={rule.match}
              options={matchesOf[attribute.type].map((match) => ({
                value: match,
                label: t(`selector.matches.${match}`),
              }))}
              onChange={(match) => edit(index, { match, value: takesMany(match) ? [] : '' })}
            />
            <RuleValue
              attribute={attribute}
              rule={rule}
              disabled={disabled}
              label={label}
              onChange={(value) => edit(index, { value })}
            />
            <IconButton
              icon={<CloseOutlined aria-hidden />}
              tip={t('selector.removeRule', { number: index + 1 })}
              disabled={disabled}
              onClick={() => onChange(rules.filter((_, at) => at !== index))}
            />
          </div>
        );
      })}
      <Button
        icon={<PlusOutlined aria-hidden />}
        size="small"
        disabled={disabled || !first}
        onClick={() => first && onChange([...rules, fresh(first)])}
      >
        {t('selector.addRule')}
      </Button>
    </div>
  );
}
