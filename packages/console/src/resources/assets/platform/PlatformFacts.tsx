import { useTranslation } from 'react-i18next';
import { type Fact, FactList } from '../../../engine/detail/FactsCard.tsx';
import { type Row, textOf } from '../../../engine/resource/row.ts';
import { useMetadata } from '../../../platform/Platform.tsx';
import { Dash } from '../../../theme/Dash.tsx';
import { Mono } from '../../../theme/Mono.tsx';
import { StatusText } from '../../../theme/StatusText.tsx';
import { AUTOMATIONS, METHODS_URL } from './AutomationInput.tsx';

type Protocol = { name: string; port: number; primary?: boolean; required?: boolean; default?: boolean };

const flags = ['primary', 'required', 'default'] as const;

/** Protocols of a platform nobody here may change, as facts. */
export function ProtocolFacts({ row }: { row: Row }) {
  const { t } = useTranslation('resources');
  const protocols = (Array.isArray(row.protocols) ? row.protocols : []) as Protocol[];
  const facts = protocols.map((protocol): Fact => {
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

/** What a platform nobody here may change does by itself, as facts. */
export function AutomationFacts({ row }: { row: Row }) {
  const { t } = useTranslation('resources');
  const { data } = useMetadata(METHODS_URL);
  const automation = (row.automation ?? {}) as Record<string, unknown>;
  const isOn = automation.ansible_enabled === true;
  const facts = AUTOMATIONS.map((name): Fact => {
    const method = textOf(automation[`${name}_method`]);
    return {
      name,
      label: t(`platform.automation.${name}`),
      value:
        isOn && automation[`${name}_enabled`] === true ? (
          <StatusText kind="ok" glyph="done">
            {data?.actions?.GET?.[method]?.label ?? t('yes')}
          </StatusText>
        ) : (
          <Dash />
        ),
    };
  });
  return <FactList facts={facts} />;
}
