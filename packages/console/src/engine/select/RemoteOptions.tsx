import type { Page } from '@gatehouse/contract/wire/page.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { type ComponentType, useEffect } from 'react';
import { isForbidden } from '../../platform/http/HttpError.ts';
import { useHttp } from '../../platform/Platform.tsx';
import { ariaOf } from '../fields/ariaOf.ts';
import type { InputProps } from '../fields/FieldUi.ts';
import { rowsOf } from '../list/rowsOf.ts';
import { dropdownHeight } from './dropdownHeight.ts';

/** Source of options, with the keys of value and label. */
export type Remote = {
  url: string;
  prop?: string;
  params?: Record<string, unknown>;
  dataPath?: string;
  label?: string;
  value?: string;
};

type Item = Record<string, unknown> | string;

const at = (body: unknown, path: string | undefined): unknown =>
  path
    ? path
        .split('.')
        .reduce<unknown>((held, key) => (held as Record<string, unknown> | undefined)?.[key], body)
    : body;

const optionsOf = (body: unknown, { dataPath, label = 'name', value = 'id' }: Remote) =>
  rowsOf<Item>(at(body, dataPath) as Page<Item> | Item[]).rows.map((item) =>
    typeof item === 'string'
      ? { value: item, label: item }
      : { value: item[value] as string, label: String(item[label] || item[value]) },
  );

const useRemoteAnswer = (remote: Remote | undefined) => {
  const http = useHttp();
  const { data, isPending, error } = useQuery({
    queryKey: ['remoteOptions', remote?.url, remote?.params],
    queryFn: ({ signal }) =>
      http.get<unknown>(remote?.url ?? '', { params: remote?.params, signal, disableFlashErrorMsg: true }),
    enabled: remote !== undefined,
    staleTime: 30_000,
  });
  useEffect(() => {
    // The form works without these options; the browser's console has the reason.
    if (error) console.error(error);
  }, [error]);
  return {
    options: remote && data ? optionsOf(data, remote) : [],
    isPending,
    isForbidden: isForbidden(error),
  };
};

/** Loads options from an address and passes them to a page's own component. */
export function RemoteFed(
  props: InputProps & { remote: Remote; component: ComponentType<InputProps & Record<string, unknown>> },
) {
  const { remote, component: Component, ...rest } = props;
  const { options, isForbidden } = useRemoteAnswer(remote);
  return (
    <Component
      {...rest}
      {...{ [remote.prop ?? 'options']: options }}
      disabled={isForbidden || rest.disabled}
    />
  );
}

/** A select whose options are all loaded from one address at once. */
export function RemoteOptions(
  props: InputProps & { remote?: Remote; multiple?: boolean; canCreate?: boolean },
) {
  const { remote, multiple, canCreate, value, onChange } = props;
  const { options, isPending, isForbidden } = useRemoteAnswer(remote);
  return (
    <Select
      {...ariaOf(props)}
      listHeight={dropdownHeight()}
      disabled={isForbidden || props.disabled}
      loading={isPending}
      mode={multiple ? (canCreate ? 'tags' : 'multiple') : undefined}
      maxTagCount={10}
      allowClear={!props.meta.required}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      value={(value ?? undefined) as string | undefined}
      onChange={(next) => onChange?.(next ?? (multiple ? [] : null))}
    />
  );
}
