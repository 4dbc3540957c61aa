import { useQuery } from '@tanstack/react-query';
import { AutoComplete } from 'antd';
import { ariaOf } from '../../../engine/fields/ariaOf.ts';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { useHttp } from '../../../platform/Platform.tsx';

type Storage = { name: string; type: { value: string } };

/** The name of a recording storage outside of the server; those that the user may see are offered. */
export function FarStorageInput(props: InputProps) {
  const http = useHttp();
  const { value, onChange } = props;
  const { data } = useQuery({
    queryKey: ['farStorages'],
    queryFn: ({ signal }) =>
      http.get<Storage[]>('/api/v1/terminal/replay-storages/', { signal, disableFlashErrorMsg: true }),
  });
  const far = (data ?? []).filter(({ type }) => type.value !== 'null' && type.value !== 'server');
  return (
    <AutoComplete
      {...ariaOf(props)}
      allowClear
      options={far.map(({ name }) => ({ value: name }))}
      value={String(value ?? '')}
      onChange={(next) => onChange?.(next ?? '')}
    />
  );
}
