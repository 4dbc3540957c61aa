import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormDraft } from '../../../engine/form/FormSlots.ts';
import { useCan } from '../../../platform/session/useSession.ts';
import { Segments } from '../../../theme/control/Segments.tsx';
import { Card } from '../../../theme/state/Card.tsx';
import styles from './Past.module.css';
import { TrialDialog } from './TrialDialog.tsx';
import { type TriedKind, triedKinds } from './triedKinds.ts';
import { useTrial } from './useTrial.ts';

const choices = [1, 7, 30, 90] as const;

type Props = {
  kind: TriedKind;
  /** The stored rule that is tried. */
  id?: string;
  /** The form whose values are tried, saved or not. */
  draft?: FormDraft;
};

/** A card that tries a rule, saved or not, on what happened in the last days. */
export function TrialCard({ kind, id, draft }: Props) {
  const { t } = useTranslation('rules');
  const can = useCan();
  const [days, setDays] = useState<number>(7);
  const { trial, start, stop, close } = useTrial(kind, draft?.refuse);
  if (!triedKinds[kind].needs.every((need) => can(need))) return null;
  const run = async () => {
    if (!draft) return start({ ...(id && { id }), days });
    const rule = await draft.body();
    if (rule) start({ ...(draft.id && { id: draft.id }), rule, days });
  };
  return (
    <Card title={t('past.title')} style={{ alignSelf: 'start', width: '100%' }}>
      <div className={`md ${styles.card}`}>
        <p>{t(`past.about.${kind}`)}</p>
        <Segments
          label={t('past.days')}
          value={days}
          choices={choices.map((value) => ({ value, label: t('past.lastDays', { count: value }) }))}
          onPick={setDays}
        />
        <Button onClick={() => void run()} loading={trial?.state === 'running'}>
          {t('past.run')}
        </Button>
      </div>
      {trial && <TrialDialog kind={kind} trial={trial} onStop={stop} onClose={close} />}
    </Card>
  );
}
