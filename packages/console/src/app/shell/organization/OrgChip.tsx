import type { Organization } from '../../../platform/session/wire.ts';
import { chipGrounds } from '../../../theme/tokens.ts';

const groundOf = (id: string) => {
  let sum = 0;
  for (const char of id) sum = (sum * 31 + char.charCodeAt(0)) >>> 0;
  return chipGrounds[sum % chipGrounds.length];
};

type Props = {
  org: Organization;
  size?: number;
  /** Set by a menu, which puts space between icon and text. */
  className?: string;
};

/** First letter of an organization on its own background. */
export function OrgChip({ org, size = 18, className }: Props) {
  return (
    <span
      aria-hidden="true"
      className={className}
      style={{
        display: 'inline-grid',
        placeItems: 'center',
        flex: 'none',
        width: size,
        height: size,
        borderRadius: 4,
        background: groundOf(org.id),
        color: 'var(--onAvatar)',
        fontSize: size * 0.58,
        fontWeight: 650,
        lineHeight: 1,
      }}
    >
      {[...org.name][0]?.toUpperCase()}
    </span>
  );
}
