import { useTranslation } from 'react-i18next';
import { type Fact, FactList } from '../../../engine/detail/FactsCard.tsx';
import { useMetadata } from '../../../platform/Platform.tsx';
import { StatusText } from '../../../theme/tag/StatusText.tsx';
import { Dash } from '../../../theme/text/Dash.tsx';
import { Mono } from '../../../theme/text/Mono.tsx';
import { AUTOMATIONS, METHODS_URL, removesFound } from './AutomationInput.tsx';
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
    const known = Array.isArray(offered) ? offered.find(({ id }) => id === method) : undefined;
    const isDone = !method || !Array.isArray(offered) || known !== undefined;
    const label = data?.actions?.GET?.[method]?.label ?? known?.name;
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
  const removes =
    isOn && automation.gather_accounts_enabled && removesFound(automation.gather_accounts_method);
  facts.push({
    name: 'remove_account',
    label: t('platform.automation.remove_account'),
    value: removes ? (
      <StatusText kind="ok" glyph="done">
        {t('yes')}
      </StatusText>
    ) : (
      <Dash />
    ),
  });
  return <FactList facts={facts} />;
}
