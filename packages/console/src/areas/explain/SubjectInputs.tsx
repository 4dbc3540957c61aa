import { RemoteSelect } from '../../engine/select/RemoteSelect.tsx';

type Props = { id?: string; value?: string; onChange?: (id: string | undefined) => void };

const RowInput = ({ url, value, onChange, ...aria }: Props & { url: string }) => (
  <RemoteSelect
    {...aria}
    url={url}
    multiple={false}
    value={value ? [value] : []}
    onChange={([chosen]) => onChange?.(chosen === undefined ? undefined : String(chosen))}
  />
);

/** Chooses a user. */
export const UserInput = (props: Props) => <RowInput {...props} url="/api/v1/users/users/" />;

/** Chooses an asset. */
export const AssetInput = (props: Props) => <RowInput {...props} url="/api/v1/assets/assets/" />;
