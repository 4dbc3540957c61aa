import SnippetsOutlined from '@ant-design/icons/SnippetsOutlined';
import {
  type AccountChoice,
  choiceWords,
  parseChoice,
  pressed,
  SPECIFIED,
  VIRTUAL,
} from '@gatehouse/contract/accounts/accountChoice.ts';
import { Button, Checkbox, Form, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InputProps } from '../../engine/fields/FieldUi.ts';
import { cx } from '../../engine/table/cx.ts';
import { useCan } from '../../platform/session/useSession.ts';
import styles from '../../resources/accounts/AccountSelect.module.css';
import { TemplatePicker } from '../../resources/accounts/accounttemplate/TemplatePicker.tsx';
import { useUsernameSuggestions } from './useUsernameSuggestions.ts';

type Props = InputProps & {
  /** False where accounts cannot be chosen when connecting: of the virtual ones, only `@ALL` is offered. */
  hasVirtual?: boolean;
  hasTemplates?: boolean;
  /** Form fields whose assets and nodes suggest usernames, and the field with their organization. */
  sources?: { assets: string; nodes: string; org?: string };
};

const GRANT: NonNullable<Props['sources']> = { assets: 'assets', nodes: 'nodes' };

const asWords = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

type SuggestionsProps = {
  names: string[];
  /** Whether assets or nodes are chosen; before that, usernames of the whole organization are suggested. */
  isNarrow: boolean;
  disabled: boolean | undefined;
  onPick: (name: string) => void;
};

/** Usernames of accounts on the chosen assets and in the chosen nodes; a click adds one. */
function Suggestions({ names, isNarrow, disabled, onPick }: SuggestionsProps) {
  const { t } = useTranslation('resources');
  return (
    <div className="row sm t3" style={{ gap: 6, flexWrap: 'wrap' }}>
      {t(isNarrow ? 'account.suggestions' : 'account.anySuggestions')}
      {names.map((name) => (
        <Button key={name} size="small" className="mono" disabled={disabled} onClick={() => onPick(name)}>
          {name}
        </Button>
      ))}
    </div>
  );
}

function Specified(props: Props & { choice: AccountChoice; emit: (choice: AccountChoice) => void }) {
  const { choice, emit, disabled, hasTemplates = true, sources = GRANT } = props;
  const { t } = useTranslation('resources');
  const can = useCan();
  const form = Form.useFormInstance();
  const { assets, nodes, org } = sources;
  const filledIn = Form.useWatch((all: Record<string, unknown>) => all, form) ?? {};
  const [typed, setTyped] = useState('');
  const [isPicking, setPicking] = useState(false);
  const [templates, setTemplates] = useState<Record<string, string>>({});
  const suggestions = useUsernameSuggestions({
    username: typed,
    assets: filledIn[assets],
    nodes: filledIn[nodes],
    oid: org && filledIn[org],
  });
  const offered = suggestions.filter((name) => !choice.names.includes(name));
  return (
    <div className={styles.specified}>
      <div className="row" style={{ alignItems: 'stretch', flexWrap: 'wrap' }}>
        <Select
          mode="tags"
          style={{ flex: '1 1 180px' }}
          className="mono"
          aria-label={t('account.specifiedNames')}
          disabled={disabled}
          tokenSeparators={[',', ' ', ';']}
          showSearch={{ searchValue: typed, onSearch: setTyped }}
          options={[...new Set([...choice.names, ...suggestions])].map((name) => ({
            value: name,
            label: templates[name] ?? name,
          }))}
          value={choice.names}
          onChange={(names: string[]) => {
            setTyped('');
            emit({ ...choice, names });
          }}
        />
        {hasTemplates && can('accounts.view_accounttemplate') && (
          <Button
            icon={<SnippetsOutlined aria-hidden />}
            disabled={disabled}
            onClick={() => setPicking(true)}
          >
            {t('account.addFromTemplate')}
          </Button>
        )}
      </div>
      {offered.length > 0 && (
        <Suggestions
          names={offered}
          isNarrow={[filledIn[assets], filledIn[nodes]].some((chosen) => asWords(chosen).length > 0)}
          disabled={disabled}
          onPick={(name) => emit({ ...choice, names: [...choice.names, name] })}
        />
      )}
      {isPicking && (
        <TemplatePicker
          onClose={() => setPicking(false)}
          onConfirm={(rows) => {
            const added = Object.fromEntries(rows.map((row) => [`%${row.id}`, row.username || row.name]));
            setTemplates({ ...templates, ...added });
            emit({ ...choice, names: [...new Set([...choice.names, ...Object.keys(added)])] });
            setPicking(false);
          }}
        />
      )}
    </div>
  );
}

/**
 * Accounts to connect as: all, named ones, those of templates, and virtual ones, such as one typed when
 * connecting.
 */
export function AccountSelectInput(props: Props) {
  const { value, onChange, disabled, hasVirtual = true } = props;
  const { t } = useTranslation('resources');
  const choice = parseChoice(asWords(value));
  const emit = (next: AccountChoice) => onChange?.(choiceWords(next));
  const words = hasVirtual ? VIRTUAL : (['@ALL'] as const);
  return (
    <fieldset id={props.id} className={styles.box} aria-label={props['aria-label'] ?? props.meta.label}>
      {words.map((word) => {
        const isOn = choice.virtual.includes(word);
        return (
          <div key={word} className={cx(styles.tile, !hasVirtual && styles.wide, isOn && styles.on)}>
            <Checkbox checked={isOn} disabled={disabled} onChange={() => emit(pressed(choice, word))}>
              <span style={{ fontWeight: 500 }}>{t(`account.virtual.${word.slice(1)}`)}</span>
            </Checkbox>
            <div className={styles.note}>{t(`account.virtualNote.${word.slice(1)}`)}</div>
          </div>
        );
      })}
      <div className={cx(styles.tile, styles.wide, choice.isSpecified && styles.on)}>
        <Checkbox
          checked={choice.isSpecified}
          disabled={disabled}
          onChange={() => emit(pressed(choice, SPECIFIED))}
        >
          <span style={{ fontWeight: 500 }}>{t('account.virtual.SPEC')}</span>
        </Checkbox>
        {choice.isSpecified && <Specified {...props} choice={choice} emit={emit} />}
      </div>
    </fieldset>
  );
}
