import { Dash } from '../../theme/text/Dash.tsx';
import { OverflowText } from '../../theme/text/OverflowText.tsx';
import { type Row, rawOf, textOf } from '../resource/row.ts';
import { RouteLink } from './RouteLink.tsx';

/** A related row as a link to its page, or as plain text if the user may not open that page. */
export function RelatedLink({
  value,
  route,
  query,
}: {
  value: unknown;
  route: string;
  query?: Record<string, string>;
}) {
  if (!value) return <Dash />;
  const id = rawOf(value) as Row['id'];
  return (
    <OverflowText>
      <RouteLink name={route} params={{ id }} query={query}>
        {textOf(value)}
      </RouteLink>
    </OverflowText>
  );
}
