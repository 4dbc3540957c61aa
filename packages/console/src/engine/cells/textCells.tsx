import { Dash } from '../../theme/text/Dash.tsx';
import { IdentityText } from '../../theme/text/IdentityText.tsx';
import { Mono } from '../../theme/text/Mono.tsx';
import { OverflowText } from '../../theme/text/OverflowText.tsx';

/** Who or what a log names: the name, and its username or address in grey. */
export const NamedCell = ({ value }: { value: string }) =>
  value ? <IdentityText>{value}</IdentityText> : <Dash />;

/** An account in a log, its username only if it differs from its name. */
export const AccountTextCell = ({ value }: { value: string }) =>
  value ? <IdentityText isFact>{value}</IdentityText> : <Dash />;

/** A technical value, in the code font. */
export const FactCell = ({ value }: { value: string | null }) =>
  value ? (
    <OverflowText>
      <Mono>{value}</Mono>
    </OverflowText>
  ) : (
    <Dash />
  );
