import { readLabel } from '@gatehouse/contract/labels/readLabel.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '../../platform/confirm/useConfirm.ts';

/**
 * Whether a pair can be added: key and value are not empty, contain no forbidden characters, and are not in
 * the list yet.
 */
const canAddLabel = (key: string, value: string, present: readonly string[]): boolean =>
  !key.includes(':') &&
  readLabel(`${key}:${value}`) !== undefined &&
  !present.includes(`${key.trim()}:${value.trim()}`);

/** The labels of a row while they are edited: the chosen ones, and the pair being entered. */
export const useLabelDraft = (labels: string[]) => {
  const { t } = useTranslation('engine');
  const { t: common } = useTranslation('common');
  const confirm = useConfirm();
  const [chosen, setChosen] = useState(labels);
  const [key, setKey] = useState('');
  const [value, setValue] = useState('');
  /** Key of the last added pair. It stays for the next pair, but does not count as unfinished input. */
  const [addedKey, setAddedKey] = useState('');
  const pair = `${key.trim()}:${value.trim()}`;
  const isTyped = value.trim() !== '' || !['', addedKey].includes(key.trim());
  const canAdd = canAddLabel(key, value, chosen);
  return {
    chosen,
    key,
    setKey,
    value,
    setValue,
    canAdd,
    isChanged: isTyped || chosen.join() !== labels.join(),
    add: () => {
      setChosen([...chosen, pair]);
      setAddedKey(key.trim());
      setValue('');
    },
    remove: (label: string) => setChosen(chosen.filter((choice) => choice !== label)),
    /**
     * The labels to save, with the entered pair. If that is invalid, the user is asked whether to drop it;
     * undefined if the user declines.
     */
    toSave: async (): Promise<string[] | undefined> => {
      if (!isTyped || chosen.includes(pair)) return chosen;
      if (canAdd) return [...chosen, pair];
      const isGivenUp = await confirm({
        title: t('labels.half.title'),
        body: t('labels.half.body'),
        okText: t('labels.half.ok'),
        cancelText: common('unsaved.drop.stay'),
      });
      return isGivenUp ? chosen : undefined;
    },
  };
};
