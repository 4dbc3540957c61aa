import { CollapsedTags } from '../../../engine/cells/CollapsedTags.tsx';
import { useRemoteOptions } from '../../../engine/select/useRemoteOptions.ts';
import { Dash } from '../../../theme/text/Dash.tsx';
import { MY_ASSETS } from './myAssets.ts';

/** Assets that are named; the others are counted. */
const NAMED = 200;

/** The assets of a job by their names; those that the user may no longer use keep their ids. */
export function AssetNames({ value }: { value: readonly string[] }) {
  const remote = useRemoteOptions({
    url: MY_ASSETS,
    search: '',
    chosen: value.slice(0, NAMED),
    isOpen: false,
  });
  if (value.length === 0) return <Dash />;
  if (remote.isNaming) return null;
  return <CollapsedTags items={value.map((id) => remote.labelOf(id) ?? id)} />;
}
