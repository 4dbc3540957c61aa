import { useTranslation } from 'react-i18next';
import { RemoteSelect } from '../../engine/select/RemoteSelect.tsx';
import { useCan } from '../../platform/session/useSession.ts';

/** Whether the user may run tools on gateways; the server asks for the same permissions. */
export const useMayChooseGateway = (): boolean => {
  const can = useCan();
  return can('assets.view_gateway') && can('assets.test_assetconnectivity');
};

/** The gateway a tool runs on; none: the server. */
export function GatewayInput({
  value,
  onChange,
  ...aria
}: {
  id?: string;
  value?: string;
  onChange?: (gateway: string | undefined) => void;
}) {
  const { t } = useTranslation('tools');
  return (
    <RemoteSelect
      {...aria}
      url="/api/v1/assets/gateways/"
      multiple={false}
      clearable
      placeholder={t('onServer')}
      value={value ? [value] : []}
      onChange={([chosen]) => onChange?.(chosen === undefined ? undefined : String(chosen))}
    />
  );
}
