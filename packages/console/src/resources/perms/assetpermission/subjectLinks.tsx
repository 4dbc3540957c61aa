import { RouteLink } from '../../../engine/cells/RouteLink.tsx';
import { IdentityText } from '../../../theme/text/IdentityText.tsx';

/** A row about a user or an asset, with its name as `name(username)` or `name(address)`. */
type Subject = {
  user?: string | null | undefined;
  user_display?: string | undefined;
  asset?: string | null | undefined;
  asset_display?: string | undefined;
};

/** The user of a row, linked to their page. */
export function UserLink({ row: { user, user_display } }: { row: Subject }) {
  return (
    <IdentityText
      link={(name) => (
        <RouteLink name="UserDetail" params={{ id: user ?? '' }}>
          {name}
        </RouteLink>
      )}
    >
      {user_display ?? ''}
    </IdentityText>
  );
}

/** The asset of a row, linked to its page. */
export function AssetLink({ row: { asset, asset_display } }: { row: Subject }) {
  return (
    <IdentityText
      link={(name) => (
        <RouteLink name="AssetDetail" params={{ id: asset ?? '' }}>
          {name}
        </RouteLink>
      )}
    >
      {asset_display ?? ''}
    </IdentityText>
  );
}
