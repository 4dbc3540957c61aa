import type { RowOf } from '@gatehouse/contract/resource/rowOf.ts';
import type { commandstorage } from '@gatehouse/contract/resources/terminal/commandstorage.ts';
import type { replaystorage } from '@gatehouse/contract/resources/terminal/replaystorage.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { ariaOf } from '../../../engine/fields/ariaOf.ts';
import type { InputProps } from '../../../engine/fields/FieldUi.ts';
import { dropdownHeight } from '../../../engine/select/dropdownHeight.ts';
import { isForbidden } from '../../../platform/http/HttpError.ts';
import { useHttp } from '../../../platform/Platform.tsx';

type Storage = Pick<
  RowOf<typeof replaystorage, 'list'> | RowOf<typeof commandstorage, 'list'>,
  'name' | 'type' | 'is_default'
>;

/** Chooses one of the storages at an address; components know storages by their names. */
function StorageInput({ url, ...props }: InputProps<string> & { url: string }) {
  const { t } = useTranslation('settings');
  const http = useHttp();
  const { value, onChange } = props;
  const { data, isPending, error } = useQuery({
    queryKey: ['storagesOfComponents', url],
    queryFn: ({ signal }) => http.get<Storage[]>(url, { signal, disableFlashErrorMsg: true }),
  });
  const options = (data ?? []).map(({ name, type, is_default }) => ({
    value: name,
    label: t(is_default ? 'component.defaultStorage' : 'component.storage', { name, type: type.label }),
  }));
  return (
    <Select
      {...ariaOf(props)}
      disabled={props.disabled || isForbidden(error)}
      listHeight={dropdownHeight()}
      style={{ width: '100%' }}
      loading={isPending}
      showSearch={{ optionFilterProp: 'label' }}
      options={options}
      value={value || undefined}
      onChange={(next) => onChange?.(next ?? '')}
    />
  );
}

const COMMANDS = '/api/v1/terminal/command-storages/';
// Those by SFTP are for backups only.
const RECORDINGS = '/api/v1/terminal/replay-storages/?type_not=sftp';

/** The inputs of the storages of a component, by field. */
export const storageInputs = {
  command_storage: (props: InputProps<string>) => <StorageInput {...props} url={COMMANDS} />,
  replay_storage: (props: InputProps<string>) => <StorageInput {...props} url={RECORDINGS} />,
};
