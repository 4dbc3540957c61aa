import CheckOutlined from '@ant-design/icons/CheckOutlined';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import DownloadOutlined from '@ant-design/icons/DownloadOutlined';
import EditOutlined from '@ant-design/icons/EditOutlined';
import EyeOutlined from '@ant-design/icons/EyeOutlined';
import LoginOutlined from '@ant-design/icons/LoginOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import type { Labelled } from '@gatehouse/contract/resource/fieldTypes.ts';
import type { ComponentType } from 'react';
import type { StatusKind } from '../../theme/icon/Glyph.tsx';
import { StatusText } from '../../theme/tag/StatusText.tsx';
import { TimeText } from '../../theme/text/TimeText.tsx';

/** A time in a log, always in absolute form. */
export const MomentCell = ({ value }: { value: string }) => <TimeText value={value} />;

/** Whether a sign-in attempt succeeded. */
export const LoginStatusCell = ({ value: { value: isGood, label } }: { value: Labelled<boolean> }) => {
  return (
    <StatusText kind={isGood ? 'ok' : 'bad'} glyph={isGood ? 'done' : 'bad'}>
      {label}
    </StatusText>
  );
};

const actions: Partial<Record<string, [StatusKind, ComponentType<{ 'aria-hidden': true }>]>> = {
  create: ['ok', PlusOutlined],
  update: ['run', EditOutlined],
  delete: ['bad', DeleteOutlined],
  approve: ['ok', CheckOutlined],
  accept: ['ok', CheckOutlined],
  reject: ['bad', CloseOutlined],
  login: ['off', LoginOutlined],
  view: ['off', EyeOutlined],
  download: ['off', DownloadOutlined],
};

/** The action of an operation, with the colour and icon of its kind; an action is done, and has no state. */
export const OperationCell = ({ value }: { value: Labelled }) => {
  const [kind, Icon] = actions[value.value] ?? (value.value === 'review' ? ['wait'] : ['off']);
  return (
    <StatusText kind={kind} icon={Icon && <Icon aria-hidden />}>
      {value.label}
    </StatusText>
  );
};
