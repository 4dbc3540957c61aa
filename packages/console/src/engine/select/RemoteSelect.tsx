import { Select } from 'antd';
import { type UIEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '../../platform/http/errorText.ts';
import type { Row } from '../resource/row.ts';
import { dropdownHeight } from './dropdownHeight.ts';
import type { SelectOption } from './optionLabel.ts';
import { useDebounced } from './useDebounced.ts';
import { useRemoteOptions } from './useRemoteOptions.ts';

/** The next page is loaded when less than this remains below the visible options. */
const NEAR_END_PX = 600;
const MOST_TAGS = 10;
const SEARCH_MS = 240;
// A select is as wide as its value by default: an empty one has no width, and a long name pushes its
// neighbours away.
const FULL = { width: '100%', minWidth: 0 };

type Value = string | number;

type Props = {
  url: string;
  multiple: boolean;
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  disabled?: boolean;
  /** Text that matches no option can be entered as a value. */
  canCreate?: boolean;
  clearable?: boolean;
  toOption?: (row: Row) => SelectOption;
  params?: Record<string, unknown>;
  id?: string;
  placeholder?: string;
  onBlur?: () => void;
  'aria-label'?: string;
  'aria-describedby'?: string;
  'aria-invalid'?: boolean | 'true' | 'false';
  'aria-required'?: boolean | 'true' | 'false';
};

function NothingOffered({ remote }: { remote: ReturnType<typeof useRemoteOptions> }) {
  const { t } = useTranslation('engine');
  const { t: common } = useTranslation('common');
  if (remote.isLoading) return t('select.loading');
  if (!remote.error) return t('select.nothing');
  // Opening the list again retries.
  return `${common('failed.get')} ${errorText(remote.error, common)}`;
}

/** A select of rows on the server: searched there, loaded ten at a time, disabled without permission. */
export function RemoteSelect(props: Props) {
  const { url, multiple, value, onChange, toOption, params, disabled, canCreate, clearable, ...aria } = props;
  const { t } = useTranslation('engine');
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useDebounced(typed, SEARCH_MS);
  const remote = useRemoteOptions({ url, search, chosen: value, isOpen, toOption, params });
  const nameless = (item: Value) => (remote.isNaming && !canCreate ? '…' : String(item));
  const values = value.map((item) => ({ value: item, label: remote.labelOf(item) ?? nameless(item) }));
  const shared = {
    ...aria,
    style: FULL,
    // Undefined, not false: otherwise the surrounding form could not disable it.
    disabled: remote.isForbidden || disabled,
    placeholder: remote.isForbidden ? t('select.forbidden') : props.placeholder,
    labelInValue: true as const,
    options: remote.options,
    loading: isOpen && remote.isLoading,
    notFoundContent: <NothingOffered remote={remote} />,
    listHeight: dropdownHeight(),
    showSearch: { filterOption: false, searchValue: typed, onSearch: setTyped },
    onOpenChange: (open: boolean) => {
      setOpen(open);
      if (!open) setTyped('');
    },
    onPopupScroll: (event: UIEvent<HTMLElement>) => {
      const { scrollHeight, scrollTop, clientHeight } = event.currentTarget;
      if (scrollHeight - scrollTop - clientHeight < NEAR_END_PX) remote.more();
    },
  };
  return multiple ? (
    <Select
      {...shared}
      mode={canCreate ? 'tags' : 'multiple'}
      maxTagCount={MOST_TAGS}
      allowClear={clearable}
      value={values}
      onChange={(next: { value: Value }[]) => onChange(next.map((option) => option.value))}
    />
  ) : (
    <Select
      {...shared}
      allowClear={clearable}
      value={values[0]}
      onChange={(next: { value: Value } | undefined) => onChange(next ? [next.value] : [])}
    />
  );
}
