import { useTranslation } from 'react-i18next';
import { type Fact, FactList } from '../../../engine/detail/FactsCard.tsx';
import { useMetadata } from '../../../platform/Platform.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';
import { AUTOMATIONS, METHODS_URL } from './AutomationInput.tsx';
import type { Platform } from './Platform.ts';
import { useConstraints } from './useConstraints.ts';

const flags = ['primary', 'required', 'default'] as const;

/** Protocols of a platform, as facts, for users who cannot change them. */
export function ProtocolFacts({ row }: { row: Platform }) {
  const { t } = useTranslation('resources');
  const facts = row.protocols.map((protocol): Fact => {
    const marks = flags.filter((flag) => protocol[flag]).map((flag) => t(`platform.protocol.${flag}`));
    return {
      name: protocol.name,
      label: protocol.name,
      value: (
        <>
          <Mono>{String(protocol.port)}</Mono>
          {marks.length > 0 && <span className="t3"> · {marks.join(' · ')}</span>}
        </>
      ),
    };
  });
  return <FactList facts={facts} />;
}

/** Automations of a platform, as facts, for users who cannot change them. */
export function AutomationFacts({ row }: { row: Platform }) {
  const { t } = useTranslation('resources');
  const { data } = useMetadata(METHODS_URL);
  const { automation, category, type } = row;
  const constraints = useConstraints(category.value, type.value);
  const isOn = automation.ansible_enabled;
  const facts = AUTOMATIONS.map((name): Fact => {
    const method = automation[`${name}_method`] ?? '';
    const offered = constraints?.automation?.[`${name}_methods`];
    const isDone = !method || !Array.isArray(offered) || offered.some(({ id }) => id === method);
    const label = data?.actions?.GET?.[method]?.label;
    const kind = isDone ? 'ok' : 'off';
    return {
      name,
      label: t(`platform.automation.${name}`),
      value:
        isOn && automation[`${name}_enabled`] ? (
          <StatusText kind={kind} glyph={isDone ? 'done' : 'off'}>
            <span style={{ whiteSpace: 'normal' }}>
              {isDone ? (label ?? t('yes')) : t('platform.methodUnused', { method: label ?? method })}
            </span>
          </StatusText>
        ) : (
          <Dash />
        ),
    };
  });
  return <FactList facts={facts} />;
}
