import type { FormDraft } from '../../engine/form/FormSlots.ts';
import { DecisionsCard } from './decisions/DecisionsCard.tsx';
import { TrialCard } from './past/TrialCard.tsx';
import { type RuleKind, RuleSummary, type RuleValues } from './RuleSentence.tsx';
import styles from './Rules.module.css';

/** What a form tells the cards beside it. */
export type PanelProps = { values: RuleValues; draft: FormDraft };

/** Beside the form of a rule: what it does, and a trial of it on the past. */
export const RulePanel = ({ kind, values, draft }: PanelProps & { kind: RuleKind }) => (
  <div className={styles.side}>
    <RuleSummary kind={kind} values={values} />
    <TrialCard kind={kind} draft={draft} />
  </div>
);

/** On the page of a rule: what it does, what it decided lately, and a trial of it on the past. */
export const RuleSide = ({
  kind,
  row,
}: {
  kind: RuleKind;
  row: RuleValues & { id: string; name: string };
}) => (
  <>
    <RuleSummary kind={kind} values={row} />
    <DecisionsCard rule={{ kind, id: row.id, name: row.name }} />
    <TrialCard kind={kind} id={row.id} />
  </>
);
