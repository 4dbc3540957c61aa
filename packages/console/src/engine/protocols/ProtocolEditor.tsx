import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import SettingOutlined from '@ant-design/icons/SettingOutlined';
import { MOST_PORT } from '@gatehouse/contract/network/ports.ts';
import { Button, Select } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { NumberInput } from '../../platform/input/NumberInput.tsx';
import { part } from '../../platform/part/part.ts';
import { IconButton } from '../../theme/control/IconButton.tsx';
import styles from './ProtocolEditor.module.css';
import {
  canRemove,
  freeChoices,
  type ProtocolChoice,
  type ProtocolRow,
  withPrimary,
} from './protocolRows.ts';

const ProtocolSettingDialog = part(() =>
  import('./ProtocolSettingDialog.tsx').then((m) => m.ProtocolSettingDialog),
);

type Props = {
  id?: string;
  label: string;
  choices: readonly ProtocolChoice[];
  value: readonly ProtocolRow[];
  onChange: (rows: ProtocolRow[]) => void;
  /** On a platform all properties of a protocol can be edited, on an asset only its name and port. */
  mode: 'platform' | 'asset';
  disabled?: boolean;
};

// Widths in pixels, set on the inputs themselves, because the styles of forms would stretch them.
const NAME_WIDTH = 212;
const PORT_WIDTH = 106;

function Marks({ choice }: { choice: Pick<ProtocolRow, 'primary' | 'required' | 'default'> }) {
  const { t } = useTranslation('engine');
  const marks = (['primary', 'required', 'default'] as const).filter((mark) => choice[mark]);
  return marks.slice(0, 1).map((mark) => (
    <span key={mark} className={styles.mark}>
      {t(`protocol.${mark}`)}
    </span>
  ));
}

type LineProps = {
  row: ProtocolRow;
  choice: ProtocolChoice | undefined;
  isPlatform: boolean;
  disabled: boolean | undefined;
  /** Names of the protocols to choose from, including the current one. */
  names: readonly string[];
  canRemove: boolean;
  onName: (name: string) => void;
  onPort: (port: ProtocolRow['port']) => void;
  onSettings: () => void;
  onRemove: () => void;
};

/** A protocol with its port, settings and flags. */
function ProtocolLine({ row, choice, isPlatform, disabled, names, ...line }: LineProps) {
  const { t } = useTranslation('engine');
  const facts = isPlatform ? row : { ...row, ...choice };
  const isFixed = !isPlatform && Boolean(choice?.primary || choice?.required);
  return (
    <div className={styles.row}>
      <Select
        style={{ width: NAME_WIDTH }}
        aria-label={t('protocol.name')}
        disabled={disabled || isFixed}
        value={row.name}
        options={names.map((name) => ({ value: name, label: name }))}
        onChange={line.onName}
      />
      <NumberInput
        style={{ width: PORT_WIDTH }}
        aria-label={t('protocol.port', { name: row.name })}
        disabled={disabled}
        readOnly={!isPlatform && choice?.port_from_addr}
        min={0}
        max={MOST_PORT}
        precision={0}
        value={row.port}
        onChange={line.onPort}
      />
      <IconButton
        icon={<SettingOutlined aria-hidden />}
        tip={t('protocol.settings', { name: row.name })}
        onClick={line.onSettings}
      />
      <Marks choice={facts} />
      {line.canRemove && (
        <IconButton
          icon={<DeleteOutlined aria-hidden />}
          tip={t('protocol.remove', { name: row.name })}
          disabled={disabled}
          onClick={line.onRemove}
        />
      )}
    </div>
  );
}

/** Protocols with their ports; the gear opens the settings of a protocol. */
export function ProtocolEditor({ id, label, choices, value, onChange, mode, disabled }: Props) {
  const { t } = useTranslation('engine');
  const [openFor, setOpenFor] = useState<string>();
  const isPlatform = mode === 'platform';
  const choiceOf = (name: string) => choices.find((choice) => choice.name === name);
  const edit = (name: string, change: Partial<ProtocolRow>) =>
    onChange(value.map((row) => (row.name === name ? { ...row, ...change } : row)));
  const fresh = ({ name, port, ...rest }: ProtocolChoice): ProtocolRow =>
    isPlatform ? { public: true, ...rest, name, port, primary: false } : { name, port };
  const free = freeChoices(choices, value);
  const opened = value.find(({ name }) => name === openFor);
  return (
    <fieldset id={id} aria-label={label} className={styles.rows} style={{ border: 0, margin: 0, padding: 0 }}>
      {value.map((row) => {
        const choice = choiceOf(row.name);
        return (
          <ProtocolLine
            key={row.name}
            row={row}
            choice={choice}
            isPlatform={isPlatform}
            disabled={disabled}
            names={freeChoices(choices, value, row.name).map(({ name }) => name)}
            canRemove={canRemove(value, row, choice, isPlatform)}
            onName={(name) => {
              const next = choiceOf(name);
              if (next) onChange(value.map((item) => (item.name === row.name ? fresh(next) : item)));
            }}
            onPort={(port) => edit(row.name, { port })}
            onSettings={() => setOpenFor(row.name)}
            onRemove={() => onChange(value.filter(({ name }) => name !== row.name))}
          />
        );
      })}
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        // Set only when true, because otherwise the surrounding form decides: it disables its inputs while it
        // is sent.
        {...((disabled || free.length === 0) && { disabled: true })}
        onClick={() => free[0] && onChange([...value, fresh(free[0])])}
      >
        {t('protocol.add')}
      </Button>
      {opened && (
        <Suspense>
          <ProtocolSettingDialog
            row={isPlatform ? opened : { ...choiceOf(opened.name), ...opened }}
            isReadOnly={!isPlatform || Boolean(disabled)}
            onClose={() => setOpenFor(undefined)}
            onSave={(next) => {
              const rows = value.map((item) => (item.name === next.name ? next : item));
              onChange(next.primary && !opened.primary ? withPrimary(rows, next.name) : rows);
              setOpenFor(undefined);
            }}
          />
        </Suspense>
      )}
    </fieldset>
  );
}
