import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { AutoComplete, Form } from 'antd';
import { ariaOf } from '../../../engine/fields/ariaOf.ts';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { idsOf } from '../../../engine/select/idsOf.ts';
import { useDebounced } from '../../../engine/select/useDebounced.ts';
import { useHttp } from '../../../platform/Platform.tsx';

const TYPING_MS = 240;
/** Suggestions come from at most this many assets. */
const MOST = 1000;

/** The name that is being typed, the last of a list, and what stands before it. */
const lastOf = (text: string): { before: string; name: string } => {
  const at = text.lastIndexOf(',') + 1;
  return { before: text.slice(0, at), name: text.slice(at).trim() };
};

/** Usernames in order of preference; the most common ones on the chosen assets are suggested. */
export function RunAsInput(props: InputProps<string>) {
  const http = useHttp();
  const form = Form.useFormInstance();
  const assets = idsOf(Form.useWatch('assets', form) as unknown)
    .map(String)
    .slice(0, MOST);
  const { before, name } = lastOf(props.value ?? '');
  const query = useDebounced(name, TYPING_MS);
  const { data = [] } = useQuery({
    queryKey: ['username hints', assets, query],
    queryFn: ({ signal }) =>
      http.call('POST /api/v1/ops/username-hints/', {
        body: { nodes: [], assets, query },
        signal,
        disableFlashErrorMsg: true,
      }),
    enabled: assets.length > 0,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  });
  return (
    <AutoComplete
      {...ariaOf(props)}
      className="mono"
      disabled={props.disabled ?? false}
      value={props.value ?? ''}
      options={data
        .filter(({ username }) => username !== name)
        .map(({ username }) => ({ value: before + username, label: username }))}
      onChange={(next: string) => props.onChange?.(next)}
      onBlur={() => props.onBlur?.()}
    />
  );
}
